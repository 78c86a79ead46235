/** One line without control characters: such texts reach terminals. */
export const plain = (text: unknown, max: number): string =>
  typeof text === 'string'
    ? text
        .slice(0, 4 * max)
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, max)
    : '';

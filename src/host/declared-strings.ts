/** The strings that stand at declared input paths ("spectrumFile", "files/*"). Whatever else stands there is let be. */
export const declaredStrings = (value: unknown, inputPaths: readonly string[]): string[] =>
  inputPaths.flatMap((inputPath) => stringsAt(value, inputPath.split('/')));

function stringsAt(value: unknown, [part, ...rest]: readonly string[]): string[] {
  if (part === undefined) return typeof value === 'string' ? [value] : [];
  if (Array.isArray(value)) return part === '*' ? value.flatMap((element) => stringsAt(element, rest)) : [];
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return [];
  return stringsAt((value as Readonly<Record<string, unknown>>)[part], rest);
}

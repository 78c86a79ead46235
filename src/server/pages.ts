/** A part of a list, and where the next begins. */
export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

/** Lists of at most this length have one page: clients exist that ask for no other. */
export const PAGE_SIZE = 1000;

/** @param cursor as it was given with the page before   @returns undefined for a cursor that was never given */
export function pageOf<T>(
  list: readonly T[],
  cursor: string | undefined,
  size: number = PAGE_SIZE,
): Page<T> | undefined {
  const start = cursor === undefined ? 0 : startOf(cursor);
  if (start === undefined || (cursor !== undefined && (start >= list.length || start % size !== 0)))
    return undefined;
  const end = start + size;
  const items = list.slice(start, end);
  return end < list.length ? { items, nextCursor: `after-${end}` } : { items };
}

function startOf(cursor: string): number | undefined {
  const digits = /^after-([1-9]\d{0,8})$/.exec(cursor)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

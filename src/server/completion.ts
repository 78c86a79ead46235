/** The protocol's bound. */
const MOST = 100;

/** The values that begin with what was typed, in any case, as `completion/complete` answers them. */
export function completed(
  values: readonly string[],
  typed: string,
): { readonly values: string[]; readonly total: number; readonly hasMore: boolean } {
  const beginning = typed.toLowerCase();
  const fitting = values.filter((value) => value.toLowerCase().startsWith(beginning));
  return { values: fitting.slice(0, MOST), total: fitting.length, hasMore: fitting.length > MOST };
}

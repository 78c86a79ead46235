/** Order by UTF-16 code units: the same on every machine and in every locale. */
export const ordinalCompare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Order by the bytes of the UTF-8 form, as the tree digest lists its paths. */
export const byteCompare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

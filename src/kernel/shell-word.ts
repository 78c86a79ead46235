/** A word as a POSIX shell takes it from a pasted line: quoted when it holds anything but plain characters. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

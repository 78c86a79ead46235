import type { Json } from '../../kernel/index.ts';

/** A configuration file's table of keys, as its parser gives it. */
export type Table = Record<string, unknown>;

/** How the text of one format is read and edited in place: what is not touched keeps its bytes, comments included. */
export interface TextEditor {
  /** An empty text is an empty table. @throws Error that says what is wrong with the text */
  read(text: string): Table;
  /** Adds a value where nothing stands; tables on the way are made. */
  insert(text: string, keys: readonly string[], value: Record<string, Json>): string;
  remove(text: string, keys: readonly string[]): string;
}

/** A plain map; dates and the like are values. */
export const isTable = (value: unknown): value is Table =>
  typeof value === 'object' &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);

/** Empty tables carry nothing: the one that held the only entry may stay or go. */
export function withoutEmpty(value: unknown): unknown {
  if (!isTable(value)) return value;
  const kept = Object.entries(value)
    .map(([key, child]) => [key, withoutEmpty(child)] as const)
    .filter(([, child]) => !(isTable(child) && Object.keys(child).length === 0));
  return Object.fromEntries(kept);
}

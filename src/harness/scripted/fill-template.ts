import { canonicalJson, type Json, valueAt } from '../../kernel/index.ts';

/** Saved results by name. */
export type Saved = ReadonlyMap<string, Json>;

/** A place of a template: the name of a saved result and a JSON pointer into it. */
export type Reference = { readonly name: string; readonly pointer: string };

// ${/name/json/pointer}
const REFERENCE = /\$\{\/([A-Za-z][A-Za-z0-9_-]*)((?:\/[^/{}]*)*)\}/g;

/** Every reference in the texts of a template. */
export function referencesOf(template: Json): Reference[] {
  if (typeof template === 'string') return referencesIn(template);
  if (typeof template !== 'object' || template === null) return [];
  return Object.values(template).flatMap((child: Json | undefined) =>
    child === undefined ? [] : referencesOf(child),
  );
}

const referencesIn = (text: string): Reference[] =>
  [...text.matchAll(REFERENCE)].map(([, name = '', pointer = '']) => ({ name, pointer }));

/** A template with its references replaced. A text that is one reference becomes the JSON value itself; inside a longer
 * text, texts go in as they are and other values as compact JSON.
 * @throws RangeError naming a reference that leads nowhere */
export function fillJson(template: Json, saved: Saved): Json {
  if (typeof template === 'string') {
    const [only] = referencesIn(template);
    return only !== undefined && template === `\${/${only.name}${only.pointer}}`
      ? resolve(only, saved)
      : fillText(template, saved);
  }
  if (typeof template !== 'object' || template === null) return template;
  if (Array.isArray(template)) return template.map((child: Json) => fillJson(child, saved));
  return Object.fromEntries(
    Object.entries(template).flatMap(([key, child]) =>
      child === undefined ? [] : [[key, fillJson(child, saved)]],
    ),
  );
}

/** A text with its references replaced. @throws RangeError naming a reference that leads nowhere */
export const fillText = (template: string, saved: Saved): string =>
  template.replaceAll(REFERENCE, (_match, name: string, pointer: string) => {
    const value = resolve({ name, pointer }, saved);
    return typeof value === 'string' ? value : canonicalJson(value);
  });

function resolve({ name, pointer }: Reference, saved: Saved): Json {
  const root = saved.get(name);
  const value = root === undefined ? undefined : valueAt(root, pointer);
  if (value === undefined)
    throw new RangeError(`\${/${name}${pointer}} leads to nothing in the saved results`);
  return value;
}

/** Top-level modules that a Python file imports, in order of appearance. Reads lines, not the grammar: an import inside
 * a string counts too, and one that is put together at run time does not. */
export function pythonImports(source: string): string[] {
  const found = new Set<string>();
  for (const [, from, imported] of source.matchAll(IMPORT)) {
    if (from !== undefined) found.add(from);
    for (const part of imported?.split(',') ?? []) {
      const name = /^\s*([A-Za-z_]\w*)/.exec(part)?.[1];
      if (name !== undefined) found.add(name);
    }
  }
  return [...found];
}

const IMPORT = /^[ \t]*(?:from[ \t]+([A-Za-z_]\w*)[\w.]*[ \t]+import\b|import[ \t]+([^\n#;]+))/gm;

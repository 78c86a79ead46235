/** Gives every module in a bundle a name that does not depend on where its file lies. esbuild names modules by their
 * path from the working folder, in a comment above each and as the key of each CommonJS wrapper.
 * @param labels new name by esbuild's name */
export function relabelBundle(text: string, labels: ReadonlyMap<string, string>): string {
  const keys = new Map([...labels].map(([from, to]) => [JSON.stringify(from), JSON.stringify(to)]));
  return text
    .split('\n')
    .map((line) => {
      if (line.startsWith('// ')) {
        const label = labels.get(line.slice(3));
        return label === undefined ? line : `// ${label}`;
      }
      const key = /^ {2}("(?:[^"\\]|\\.)*")\(/.exec(line)?.[1];
      const renamed = key === undefined ? undefined : keys.get(key);
      return key === undefined || renamed === undefined ? line : `  ${renamed}${line.slice(2 + key.length)}`;
    })
    .join('\n');
}

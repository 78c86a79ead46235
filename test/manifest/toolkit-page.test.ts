import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseStrictYaml } from '../../src/kernel/index.ts';
import { ToolkitSource } from '../../src/manifest/index.ts';

const page = readFileSync('docs/formats/toolkit.md', 'utf8');
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) =>
  ToolkitSource.parse(parseStrictYaml(text, 'docs/formats/toolkit.md')),
);

test('the examples of the page are toolkits, of both host kinds', () => {
  expect(examples.map(({ host }) => host.kind)).toEqual(['node', 'mcp']);
});

test('the page names every key', () => {
  const keys = Object.keys(ToolkitSource.shape);
  expect(keys.filter((key) => !page.includes(`| \`${key}\``))).toEqual([]);
  const shown = new Set(
    examples.flatMap((example) =>
      Object.entries(example)
        .filter(([, value]) => Object.keys(value as object).length > 0 || typeof value !== 'object')
        .map(([key]) => key),
    ),
  );
  expect(keys.filter((key) => !shown.has(key))).toEqual([]);
});

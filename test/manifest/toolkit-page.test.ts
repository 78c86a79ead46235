import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseStrictYaml } from '../../src/kernel/index.ts';
import { ToolkitSource } from '../../src/manifest/index.ts';

const page = readFileSync('docs/formats/toolkit.md', 'utf8');
const examples = [...page.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, text = '']) =>
  ToolkitSource.parse(parseStrictYaml(text, 'docs/formats/toolkit.md')),
);

test('the examples of the page are toolkits, of every host kind', () => {
  expect(examples.map(({ host }) => host.kind)).toEqual(['node', 'exec', 'mcp']);
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

const whole = [...page.matchAll(/```ts\n(import [\s\S]*?)```/g)].map(([, text = '']) => text);

test('the whole operation of the page type-checks against the published types', () => {
  expect(whole).toHaveLength(1);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'toolkit-page-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(process.cwd(), path.join(folder, 'node_modules/toolbase'));
  for (const name of ['zod', '@types'])
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(path.join(folder, 'toolkit.ts'), whole.join(''));
  const tsc = path.resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck'];
  const args = [tsc, ...options, '--types', 'node', 'toolkit.ts'];
  const { stdout: said } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  expect(said).toBe('');
}, 60_000);

test('the page names every member of the context', () => {
  const source = readFileSync('src/manifest/define.ts', 'utf8');
  const context = /interface OperationContext \{([\s\S]*?)\n\}/.exec(source)?.[1] ?? '';
  const members = [...context.matchAll(/^ {2}(?:readonly )?(\w+)[(:]/gm)].map(([, name = '']) => name);
  expect(members).toHaveLength(12);
  expect(members.filter((name) => !new RegExp(`\\| \`${name}[(\`]`).test(page))).toEqual([]);
});

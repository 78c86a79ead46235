import { expect, it } from 'vitest';
import { freshFolder, SYMBOLIC, toolbase } from './toolbase.ts';

it('no operation of the symbolic toolkit has a schema of which Codex would drop the descriptions', async () => {
  const linted = await toolbase(await freshFolder(), ['lint', SYMBOLIC, '--json']);
  expect(linted.stdout).toContain('ComputeCrossSection');
  expect(linted.stdout).not.toContain('schema-size');
});

import { expect, it } from 'vitest';
import { ToolkitManifest } from '../../src/manifest/index.ts';
import { sampleManifest, sampleOperation } from '../lockfile/sample-manifest.ts';

const isTaken = (...names: string[]): boolean =>
  ToolkitManifest.safeParse({
    ...sampleManifest('grid'),
    operations: names.map((name) => sampleOperation(name)),
  }).success;

it('a manifest with two operations of one name is refused, whoever packed it', () => {
  expect(isTaken('Refine', 'Coarsen')).toBe(true);
  expect(isTaken('Refine', 'Refine')).toBe(false);
  expect(isTaken('Refine', 'refine')).toBe(false);
});

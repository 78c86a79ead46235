import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { OperationContext } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { drawDiagram } from '../src/draw-diagram.ts';
import { drawProcess } from '../src/drawing/draw-process.ts';
import { readProcess } from '../src/tree/process.ts';
import { COLLISIONS } from './collision-diagrams.ts';
import { STRUCTURE_DIAGRAMS } from './reference-diagrams.ts';

const declared = [...Object.entries(COLLISIONS), ...Object.entries(STRUCTURE_DIAGRAMS)].map(
  ([name, input]) =>
    [
      name,
      {
        ...input,
        parameters: [
          ...new Set(
            [
              ...input.particles.flatMap((p) => [p.mass, p.width ?? '']),
              ...input.terms.map((t) => t.coupling),
            ].flatMap((text) => text.match(/[A-Za-z]\w*/g) ?? []),
          ),
        ]
          .filter((word) => !['sqrt', 'pi', 'I'].includes(word))
          .map((word) => ({ name: word })),
      },
    ] as const,
);

describe.each(declared)('%s', (_name, input) => {
  test('every particle is drawn by its spin and named, every vertex has a dot', () => {
    const process = readProcess(input);
    const { svg } = drawProcess(process);
    const count = (pattern: RegExp) => svg.match(pattern)?.length ?? 0;
    const lines = process.trees.flatMap(({ tree }) => tree.lines.map(({ propagator }) => propagator));
    const all = [...process.trees.flatMap(() => process.externals), ...lines];
    expect(count(/stroke-dasharray/g)).toBe(all.filter(({ spin }) => spin === '0').length);
    expect(count(/ Q/g) > 0).toBe(all.some(({ spin }) => spin === '1'));
    expect(count(/ Z" fill="black"/g)).toBe(all.filter(({ type }) => type !== 'self-conjugate').length);
    expect(count(/<circle/g)).toBe(process.trees.flatMap(({ vertices }) => vertices).length);
    for (const { field } of all) expect(svg).toContain(`>${field}`);
    expect(svg).not.toContain('NaN');
  });
});

test('the drawing is written into the workspace', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'drawing-'));
  const context = { writePath: (relative: string) => path.join(folder, relative) } as OperationContext;
  const [, input] = declared.find(([name]) => name === 'e_e_e_e_Bhabha_QED')!;
  const result = await drawDiagram.run({ ...input, path: 'bhabha.svg' }, context);
  expect(result).toMatchObject({ diagrams: ['s', 't'], path: 'bhabha.svg', width_px: 840, height_px: 280 });
  const svg = await readFile(path.join(folder, 'bhabha.svg'), 'utf8');
  expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="840"')).toBe(true);
  expect(svg).toContain('>s  (+)<');
  expect(svg).toContain('>t  (-)<');
  await expect(drawDiagram.run({ ...input, path: 'bhabha.png' }, context)).rejects.toThrow(
    /path: does not end in .svg/,
  );
});

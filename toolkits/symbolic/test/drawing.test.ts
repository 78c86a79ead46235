import { mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { OperationContext } from 'toolbase/toolkit';
import { describe, expect, test } from 'vitest';
import { drawDiagram } from '../src/draw-diagram.ts';
import { drawProcess } from '../src/drawing/draw-process.ts';
import { textWidth } from '../src/drawing/outline.ts';
import { pngOf } from '../src/drawing/png.ts';
import type { Shape } from '../src/drawing/shape.ts';
import { svgOf } from '../src/drawing/svg.ts';
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
    const svg = svgOf(drawProcess(process));
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

test.each(['e', 'gamma', 'chi_0_1_with_a_long_name'])(
  'names of the length of %s fit and do not overlap',
  (field) => {
    const [, input] = declared.find(([name]) => name === 'e_e_e_e_Bhabha_QED')!;
    const particles = input.particles.map((p) => ({
      ...p,
      field: p.role === 'propagator' ? `V${field.slice(1)}` : field,
    }));
    const { shapes, width } = drawProcess(readProcess({ ...input, particles }));
    const boxes = shapes.flatMap((shape) => {
      if (shape.kind !== 'text') return [];
      const length = textWidth(shape.text, shape.size);
      const left = shape.at.x - { start: 0, middle: length / 2, end: length }[shape.anchor];
      return [{ left, right: left + length, top: shape.at.y - shape.size, bottom: shape.at.y + 5 }];
    });
    for (const [index, box] of boxes.entries()) {
      expect(box.left).toBeGreaterThan(4);
      expect(box.right).toBeLessThan(width - 4);
      for (const other of boxes.slice(index + 1))
        expect(
          box.left > other.right ||
            other.left > box.right ||
            box.top > other.bottom ||
            other.top > box.bottom,
        ).toBe(true);
    }
  },
);

/** Width, height and rows of grey values of a PNG as pngOf writes it. */
function decoded(png: Buffer): { width: number; height: number; at: (x: number, y: number) => number } {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const length = png.readUInt32BE(33);
  expect(png.toString('latin1', 37, 41)).toBe('IDAT');
  const rows = inflateSync(png.subarray(41, 41 + length));
  return { width, height, at: (x, y) => rows[y * (width + 1) + 1 + x]! };
}

test('a PNG has the lines, dots and letters at twice the size', () => {
  const line = (dashed: boolean, y: number): Shape => ({
    kind: 'stroke',
    points: [
      { x: 10, y },
      { x: 50, y },
    ],
    curve: 'straight',
    dashed,
  });
  const shapes: Shape[] = [
    line(false, 10),
    line(true, 20),
    { kind: 'dot', at: { x: 10, y: 30 } },
    { kind: 'text', at: { x: 30, y: 40 }, text: 'I', anchor: 'middle', size: 20 },
    {
      kind: 'polygon',
      corners: [
        { x: 50, y: 30 },
        { x: 56, y: 30 },
        { x: 56, y: 38 },
        { x: 50, y: 38 },
      ],
    },
  ];
  const { width, height, at } = decoded(Buffer.from(pngOf({ shapes, width: 60, height: 45 })));
  expect([width, height]).toEqual([120, 90]);
  expect([at(60, 20), at(60, 26), at(2, 2)]).toEqual([0, 255, 255]);
  // A dash of 14 pixels, a gap of 10.
  expect([at(25, 40), at(39, 40), at(49, 40)]).toEqual([0, 255, 0]);
  expect([at(20, 60), at(20, 69)]).toEqual([0, 255]);
  // The stem of I, 14 units high, and nothing beside it.
  expect(at(60, 65)).toBeLessThan(40);
  expect([at(60, 45), at(52, 65), at(106, 68)]).toEqual([255, 255, 0]);
});

test('the drawing is written into the workspace and shown', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'drawing-'));
  const shown: Uint8Array[] = [];
  const context = {
    writePath: (relative: string) => path.join(folder, relative),
    showImage: (bytes: Uint8Array) => shown.push(bytes),
  } as unknown as OperationContext;
  const [, input] = declared.find(([name]) => name === 'e_e_e_e_Bhabha_QED')!;
  const result = await drawDiagram.run({ ...input, path: 'bhabha.svg' }, context);
  expect(result).toMatchObject({ diagrams: ['s', 't'], path: 'bhabha.svg', width_px: 840, height_px: 280 });
  const svg = await readFile(path.join(folder, 'bhabha.svg'), 'utf8');
  expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="840"')).toBe(true);
  expect(svg).toContain('>s  (+)<');
  expect(svg).toContain('>t  (-)<');
  await drawDiagram.run({ ...input, path: 'bhabha.PNG' }, context);
  const png = await readFile(path.join(folder, 'bhabha.PNG'));
  expect(decoded(png)).toMatchObject({ width: 1680, height: 560 });
  expect(shown.map((bytes) => Buffer.from(bytes).equals(png))).toEqual([true, true]);
  await expect(drawDiagram.run({ ...input, path: 'bhabha.gif' }, context)).rejects.toThrow(
    /path: ends in neither .svg nor .png/,
  );
});

import { writeFile } from 'node:fs/promises';
import { defineOperation } from 'toolbase/toolkit';
import * as z from 'zod';
import { fault } from './declaration/fault.ts';
import { DeclaredDiagram } from './declaration/input.ts';
import { drawProcess } from './drawing/draw-process.ts';
import { pngOf } from './drawing/png.ts';
import { svgOf } from './drawing/svg.ts';
import { processText } from './process-report.ts';
import { readProcess } from './tree/process.ts';

const Input = z.strictObject({
  ...DeclaredDiagram.shape,
  path: z
    .string()
    .min(1)
    .max(200)
    .describe('File in the workspace for the drawing, ending in .svg or .png: "diagrams.svg".'),
});

const Output = z.strictObject({
  process: z.string(),
  path: z.string(),
  diagrams: z.array(z.string()).describe('Names of the diagrams, from left to right, row by row.'),
  width_px: z.number(),
  height_px: z.number(),
  warnings: z.array(z.string()),
});

export const drawDiagram = defineOperation({
  name: 'DrawDiagram',
  title: 'Draw declared diagrams',
  description:
    'Draws the diagrams of a declared decay or collision into one SVG or PNG file and shows the picture: incoming particles left, outgoing ones right; ' +
    'fermions as straight, vectors as wavy, scalars as dashed lines; arrows along the flow of particle number of complex ' +
    'fields; names of the fields, and under each diagram its name and its relative sign. The declaration is checked as for ' +
    'a calculation; values are not needed.',
  input: Input,
  output: Output,
  effects: { writes: ['path'], deterministic: true, typicalMs: 60 },
  maxResultBytes: 8192,
  run: async ({ path, ...input }, context) => {
    const ending = /\.(?:svg|png)$/.exec(path.toLowerCase())?.[0];
    if (ending === undefined)
      throw fault('path', 'ends in neither .svg nor .png', 'Give it one of these endings.');
    const process = readProcess(input);
    const drawing = drawProcess(process);
    const { width, height } = drawing;
    const picture = pngOf(drawing);
    await writeFile(context.writePath(path), ending === '.png' ? picture : svgOf(drawing));
    context.showImage(picture);
    return {
      process: processText(process),
      path,
      diagrams: process.trees.map(({ tree }) => tree.name),
      width_px: width,
      height_px: height,
      warnings: process.warnings.slice(0, 20),
    };
  },
});

import { crc32, deflateSync } from 'node:zlib';
import type { Place } from './layout.ts';
import { curvePoints, textOutlines } from './outline.ts';
import { Raster } from './raster.ts';
import { DASHES, DOT_RADIUS, type Drawing, type Shape, STROKE_WIDTH } from './shape.ts';

/** Pixels for each unit of a drawing. */
export const PNG_SCALE = 2;

/** A drawing as PNG in grey, at twice its size. */
export function pngOf({ shapes, width, height }: Drawing): Uint8Array {
  const raster = new Raster(PNG_SCALE * width, PNG_SCALE * height);
  for (const shape of shapes) draw(shape, raster);
  return encoded(raster);
}

const scaled = ({ x, y }: Place): Place => ({ x: PNG_SCALE * x, y: PNG_SCALE * y });

function draw(shape: Shape, raster: Raster): void {
  switch (shape.kind) {
    case 'stroke':
      for (const [from, to] of strokePieces(shape))
        raster.line(scaled(from), scaled(to), PNG_SCALE * STROKE_WIDTH);
      return;
    case 'polygon':
      raster.polygons([shape.corners.map(scaled)]);
      return;
    case 'dot':
      raster.line(scaled(shape.at), scaled(shape.at), 2 * PNG_SCALE * DOT_RADIUS);
      return;
    case 'text':
      raster.polygons(textOutlines(shape).map((contour) => contour.map(scaled)));
  }
}

type Piece = readonly [Place, Place];

function strokePieces({ points, curve, dashed }: Shape & { kind: 'stroke' }): Piece[] {
  const [first, ...rest] = points;
  if (first === undefined) return [];
  const all = [first];
  for (const [index, point] of rest.entries()) {
    if (curve === 'straight') all.push(point);
    const [control, start] = [rest[index - 1], all.at(-1)];
    if (curve === 'quadratic' && index % 2 === 1 && control !== undefined && start !== undefined)
      all.push(...curvePoints(start, control, point));
  }
  const pieces = all.slice(1).map((point, index): Piece => [all[index] ?? point, point]);
  return dashed ? pieces.flatMap(dashes) : pieces;
}

function dashes([from, to]: Piece): Piece[] {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const place = (share: number): Place => ({
    x: from.x + Math.min(1, share) * (to.x - from.x),
    y: from.y + Math.min(1, share) * (to.y - from.y),
  });
  const [dash, gap] = DASHES;
  return Array.from({ length: Math.ceil(length / (dash + gap)) }, (_, index): Piece => {
    const start = index * (dash + gap);
    return [place(start / length), place((start + dash) / length)];
  });
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function encoded(raster: Raster): Uint8Array {
  const { width, height } = raster;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits, grey.
  header.writeUInt8(8, 8);
  const grey = raster.grey();
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++)
    rows.set(grey.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

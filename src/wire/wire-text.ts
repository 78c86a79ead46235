import type { Json } from '../kernel/index.ts';
import type { WireAnswer } from './model-protocol.ts';

/** Code points that one streamed piece carries. */
const PIECE_LENGTH = 48;

/** A text in short pieces, as a model streams it. Never cut inside a character: some readers refuse half of one. */
export function piecesOf(text: string): string[] {
  const points = Array.from(text.toWellFormed());
  const pieces: string[] = [];
  for (let at = 0; at < points.length; at += PIECE_LENGTH)
    pieces.push(points.slice(at, at + PIECE_LENGTH).join(''));
  return pieces;
}

/** One server-sent event. */
export const serverEvent = (data: Json, event?: string): string =>
  `${event === undefined ? '' : `event: ${event}\n`}data: ${JSON.stringify(data)}\n\n`;

export const jsonAnswer = (value: Json): WireAnswer => ({
  contentType: 'application/json',
  pieces: [JSON.stringify(value)],
});

export const streamAnswer = (pieces: readonly string[]): WireAnswer => ({
  contentType: 'text/event-stream',
  pieces,
});

import type { Place } from './layout.ts';

export type LineStyle = 'straight' | 'dashed' | 'wavy';

const number = (value: number): string => String(Math.round(value * 10) / 10);
const at = ({ x, y }: Place): string => `${number(x)} ${number(y)}`;

/** A line from one place to another, with an arrow in its middle when the field has a direction. */
export function svgLine(from: Place, to: Place, style: LineStyle, arrow: 1 | -1 | undefined): string {
  const path = style === 'wavy' ? wave(from, to) : `M${at(from)} L${at(to)}`;
  const dashes = style === 'dashed' ? ' stroke-dasharray="7 5"' : '';
  const line = `<path d="${path}" fill="none" stroke="black" stroke-width="1.6"${dashes}/>`;
  return arrow === undefined ? line : `${line}${arrowHead(from, to, arrow)}`;
}

/** A point along the line, and one beside it. */
export function along(from: Place, to: Place, share: number, aside = 0): Place {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  return { x: from.x + share * dx - (aside * dy) / length, y: from.y + share * dy + (aside * dx) / length };
}

const WAVELENGTH = 14;
const AMPLITUDE = 5;

function wave(from: Place, to: Place): string {
  const halves = 2 * Math.max(2, Math.round(Math.hypot(to.x - from.x, to.y - from.y) / WAVELENGTH));
  const parts = Array.from({ length: halves }, (_, index) => {
    const top = along(from, to, (index + 0.5) / halves, index % 2 === 0 ? 2 * AMPLITUDE : -2 * AMPLITUDE);
    return `Q${at(top)} ${at(along(from, to, (index + 1) / halves))}`;
  });
  return `M${at(from)} ${parts.join(' ')}`;
}

function arrowHead(from: Place, to: Place, direction: 1 | -1): string {
  const middle = 0.55;
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [tip, base] = [middle + (direction * 6) / length, middle - (direction * 6) / length];
  const corners = [along(from, to, tip), along(from, to, base, 5), along(from, to, base, -5)];
  return `<path d="M${corners.map(at).join(' L')} Z" fill="black"/>`;
}

export const svgText = (
  { x, y }: Place,
  text: string,
  anchor: 'start' | 'middle' | 'end',
  size = 16,
): string =>
  `<text x="${number(x)}" y="${number(y)}" text-anchor="${anchor}" font-family="serif" font-size="${size}">${escaped(text)}</text>`;

export const svgDot = ({ x, y }: Place): string => `<circle cx="${number(x)}" cy="${number(y)}" r="3.2"/>`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

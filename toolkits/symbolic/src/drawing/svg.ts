import type { Place } from './layout.ts';
import { DASHES, DOT_RADIUS, type Drawing, type Shape, STROKE_WIDTH } from './shape.ts';

const number = (value: number): string => String(Math.round(value * 10) / 10);
const at = ({ x, y }: Place): string => `${number(x)} ${number(y)}`;

/** A drawing as SVG document. */
export function svgOf({ shapes, width, height }: Drawing): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...shapes.map(element),
    '</svg>\n',
  ].join('\n');
}

function element(shape: Shape): string {
  switch (shape.kind) {
    case 'stroke': {
      const dashes = shape.dashed ? ` stroke-dasharray="${DASHES.join(' ')}"` : '';
      return `<path d="${pathOf(shape)}" fill="none" stroke="black" stroke-width="${STROKE_WIDTH}"${dashes}/>`;
    }
    case 'polygon':
      return `<path d="M${shape.corners.map(at).join(' L')} Z" fill="black"/>`;
    case 'dot':
      return `<circle cx="${number(shape.at.x)}" cy="${number(shape.at.y)}" r="${DOT_RADIUS}"/>`;
    case 'text': {
      const { x, y } = shape.at;
      return `<text x="${number(x)}" y="${number(y)}" text-anchor="${shape.anchor}" font-family="Open Sans, sans-serif" font-size="${shape.size}">${escaped(shape.text)}</text>`;
    }
  }
}

function pathOf({ points: [first, ...rest], curve }: Shape & { kind: 'stroke' }): string {
  const start = first === undefined ? '' : `M${at(first)}`;
  if (curve === 'straight') return `${start} ${rest.map((point) => `L${at(point)}`).join(' ')}`;
  const parts = rest.flatMap((control, index) => {
    const end = rest[index + 1];
    return index % 2 === 1 || end === undefined ? [] : [`Q${at(control)} ${at(end)}`];
  });
  return `${start} ${parts.join(' ')}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

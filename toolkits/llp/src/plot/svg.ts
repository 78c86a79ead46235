import { type Figure, INK, LOWER, type Mark, RAISE, SMALL, type Span } from './figure.ts';

const FONTS = "'Open Sans', 'DejaVu Sans', Arial, sans-serif";

/** A figure as SVG with text as text. */
export function svgOf({ width, height, title, marks }: Figure): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONTS}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...marks.map(element),
    '</svg>',
    '',
  ].join('\n');
}

const number = (value: number): string => String(Math.round(value * 100) / 100);
const list = (points: readonly (readonly [number, number])[]): string =>
  points.map(([x, y]) => `${number(x)},${number(y)}`).join(' ');
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

function element(mark: Mark): string {
  switch (mark.kind) {
    case 'line': {
      const dash = mark.dash === undefined ? '' : ` stroke-dasharray="${mark.dash.join(' ')}"`;
      return `<polyline points="${list(mark.points)}" fill="none" stroke="${mark.colour}" stroke-width="${mark.width}" stroke-linejoin="round"${dash}/>`;
    }
    case 'area':
      return `<polygon points="${list(mark.points)}" fill="${mark.colour}" fill-opacity="${mark.opacity}"/>`;
    case 'dot': {
      const [x, y] = mark.at;
      const fill = mark.hollow ? '#ffffff' : mark.colour;
      return `<circle cx="${number(x)}" cy="${number(y)}" r="${mark.radius}" fill="${fill}" stroke="${mark.colour}"/>`;
    }
    case 'text': {
      const [x, y] = mark.at;
      const turned = mark.upright === true ? ` transform="rotate(-90 ${number(x)} ${number(y)})"` : '';
      return `<text x="${number(x)}" y="${number(y)}" font-size="${mark.size}" text-anchor="${mark.anchor}" fill="${mark.colour ?? INK}" xml:space="preserve"${turned}>${spans(mark.spans, mark.size)}</text>`;
    }
  }
}

/** The shift of each span is relative to where the one before left the line. */
function spans(all: readonly Span[], size: number): string {
  let shifted = 0;
  return all
    .map(({ text, raised }) => {
      const wanted = raised === undefined ? 0 : (raised === 1 ? -RAISE : LOWER) * size;
      const shift = wanted - shifted;
      shifted = wanted;
      const small = raised === undefined ? '' : ` font-size="${number(size * SMALL)}"`;
      const moved = shift === 0 ? '' : ` dy="${number(shift)}"`;
      return small === '' && moved === '' ? escaped(text) : `<tspan${moved}${small}>${escaped(text)}</tspan>`;
    })
    .join('');
}

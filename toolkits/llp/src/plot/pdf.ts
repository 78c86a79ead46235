import { type Figure, INK, LOWER, type Mark, RAISE, SMALL, type Span } from './figure.ts';

/** A figure as PDF, one page of 0.75 pt a px, text as text in an embedded subset of Open Sans. The same figure gives the same
 * bytes. */
export async function pdfOf({ width, height, title, marks }: Figure): Promise<Uint8Array> {
  // Late: a host that draws nothing does not load them.
  const [{ PDFDocument, rgb, degrees }, { default: fontkit }, { default: openSans }] = await Promise.all([
    import('pdf-lib'),
    import('@pdf-lib/fontkit'),
    import('@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf'),
  ]);
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit);
  document.setTitle(title);
  document.setCreationDate(new Date(0));
  document.setModificationDate(new Date(0));
  const font = await document.embedFont(openSans, { subset: true });
  const page = document.addPage([width * PT, height * PT]);
  const colour = (hex: string) => {
    const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return rgb(part(1), part(3), part(5));
  };
  const path = (points: readonly (readonly [number, number])[], close: boolean): string =>
    `${points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'} ${x * PT} ${y * PT}`).join(' ')}${close ? ' Z' : ''}`;
  const draw = (mark: Mark): void => {
    switch (mark.kind) {
      case 'line':
        page.drawSvgPath(path(mark.points, false), {
          ...{ x: 0, y: height * PT, borderColor: colour(mark.colour), borderWidth: mark.width * PT },
          ...(mark.dash === undefined ? {} : { borderDashArray: mark.dash.map((length) => length * PT) }),
        });
        return;
      case 'area':
        page.drawSvgPath(path(mark.points, true), {
          ...{ x: 0, y: height * PT, color: colour(mark.colour), opacity: mark.opacity },
        });
        return;
      case 'dot':
        page.drawCircle({
          ...{ x: mark.at[0] * PT, y: (height - mark.at[1]) * PT, size: mark.radius * PT },
          ...{ color: mark.hollow ? rgb(1, 1, 1) : colour(mark.colour) },
          ...{ borderColor: colour(mark.colour), borderWidth: PT },
        });
        return;
      case 'text':
        for (const placed of placedSpans(mark, (text, size) => font.widthOfTextAtSize(text, size)))
          page.drawText(placed.text, {
            ...{ x: placed.x * PT, y: (height - placed.y) * PT, size: placed.size * PT, font },
            ...{ color: colour(mark.colour ?? INK), rotate: degrees(mark.upright === true ? 90 : 0) },
          });
    }
  };
  for (const mark of marks) draw(mark);
  return document.save();
}

/** Points a px. */
const PT = 0.75;

type Placed = { readonly text: string; readonly x: number; readonly y: number; readonly size: number };

/** Where each span starts, px. */
function placedSpans(
  { at: [x, y], spans, size, anchor, upright }: Extract<Mark, { kind: 'text' }>,
  widthOf: (text: string, size: number) => number,
): Placed[] {
  const sizeOf = ({ raised }: Span): number => (raised === undefined ? size : size * SMALL);
  const whole = spans.reduce((sum, span) => sum + widthOf(span.text, sizeOf(span)), 0);
  let along = anchor === 'start' ? 0 : anchor === 'middle' ? -whole / 2 : -whole;
  return spans.map((span) => {
    const own = sizeOf(span);
    const shift = span.raised === undefined ? 0 : (span.raised === 1 ? -RAISE : LOWER) * size;
    const placed =
      upright === true
        ? { text: span.text, x: x + shift, y: y - along, size: own }
        : { text: span.text, x: x + along, y: y + shift, size: own };
    along += widthOf(span.text, own);
    return placed;
  });
}

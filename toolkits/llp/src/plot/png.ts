import type { Resvg } from '@resvg/resvg-wasm';

/** Pixels a px of the figure. */
const SCALE = 2;

let ready: Promise<{ Resvg: typeof Resvg }> | undefined;

/** WebAssembly may be set up only once in a process. */
const resvg = () =>
  (ready ??= (async () => {
    const [library, { default: program }] = await Promise.all([
      import('@resvg/resvg-wasm'),
      import('@resvg/resvg-wasm/index_bg.wasm'),
    ]);
    await library.initWasm(program);
    return library;
  })());

/** An SVG as PNG, at twice its size, text in Open Sans. */
export async function pngOf(svg: string): Promise<Uint8Array> {
  const { default: openSans } = await import(
    '@expo-google-fonts/open-sans/400Regular/OpenSans_400Regular.ttf'
  );
  const library = await resvg();
  const drawn = new library.Resvg(svg, {
    fitTo: { mode: 'zoom', value: SCALE },
    font: { fontBuffers: [openSans], defaultFontFamily: 'Open Sans', loadSystemFonts: false },
  });
  const image = drawn.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawn.free();
  }
}

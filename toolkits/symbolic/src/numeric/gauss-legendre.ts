export type Node = { readonly x: number; readonly weight: number };

/** Nodes and weights of n-point Gauss-Legendre integration on [-1, 1], by Newton's method on the Legendre polynomial. */
export function gaussLegendre(n: number): readonly Node[] {
  return Array.from({ length: n }, (_, index): Node => {
    let x = Math.cos((Math.PI * (index + 0.75)) / (n + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step++) {
      let [before, value] = [1, x];
      for (let k = 2; k <= n; k++)
        [before, value] = [value, ((2 * k - 1) * x * value - (k - 1) * before) / k];
      slope = (n * (before - x * value)) / (1 - x * x);
      const correction = value / slope;
      x -= correction;
      if (Math.abs(correction) < 1e-16) break;
    }
    return { x, weight: 2 / ((1 - x * x) * slope * slope) };
  });
}

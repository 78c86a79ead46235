/** Nodes and weights of Gauss and Legendre on [-1, 1], by Newton's method on the recurrence of the polynomials. */
function gaussLegendre(count: number): { readonly node: number; readonly weight: number }[] {
  return Array.from({ length: count }, (_, index) => {
    let node = Math.cos((Math.PI * (index + 0.75)) / (count + 0.5));
    let slope = 0;
    for (let step = 0; step < 8; step += 1) {
      let [before, now] = [1, node];
      for (let order = 2; order <= count; order += 1)
        [before, now] = [now, ((2 * order - 1) * node * now - (order - 1) * before) / order];
      slope = (count * (node * now - before)) / (node * node - 1);
      node -= now / slope;
    }
    return { node, weight: 2 / ((1 - node * node) * slope * slope) };
  });
}

const RULE = gaussLegendre(48);

/** Integral of a smooth function over [from, to] in `panels` equal parts of 48 points. */
export function integrate(f: (x: number) => number, from: number, to: number, panels = 1): number {
  const half = (to - from) / (2 * panels);
  let sum = 0;
  for (let panel = 0; panel < panels; panel += 1) {
    const middle = from + (2 * panel + 1) * half;
    for (const { node, weight } of RULE) sum += weight * f(middle + half * node);
  }
  return sum * half;
}

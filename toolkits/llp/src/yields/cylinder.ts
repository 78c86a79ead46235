/** A cylinder along z that scalars decay in, and a disc behind it that their daughters are seen on; m. The axis of both is at
 * x = xOff, y = 0. */
export type Geometry = {
  readonly zMin: number;
  readonly zMax: number;
  readonly radius: number;
  readonly zDet: number;
  readonly detRadius: number;
  readonly xOff: number;
};

/** Where a ray is inside the cylinder: distances along it from its origin, m. */
export type Segment = { readonly inM: number; readonly outM: number };

/** The part of a ray inside the cylinder, through its ends or its side; undefined when it misses or does not fly forward.
 * @param origin x, y, z in m   @param direction any length */
export function segmentInside(
  geometry: Geometry,
  origin: readonly [number, number, number],
  direction: readonly [number, number, number],
): Segment | undefined {
  const found = { inM: 0, outM: 0 };
  return passes(geometry, ...origin, ...direction, found) ? found : undefined;
}

/** The same by numbers, into `found`: this runs a million times, and what it would return would be thrown away.
 * @returns whether the ray is inside somewhere */
export function passes(
  { zMin, zMax, radius, xOff }: Geometry,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  found: { inM: number; outM: number },
): boolean {
  if (!(dz > 0)) return false;
  // In units of the direction first: the division by dz is then exact for rays along the axis.
  let from = Math.max(0, (zMin - oz) / dz);
  let to = (zMax - oz) / dz;
  const x = ox - xOff;
  const a = dx * dx + dy * dy;
  const r = Math.sqrt(x * x + oy * oy);
  const c = (r - radius) * (r + radius);
  if (a === 0) {
    if (c >= 0) return false;
  } else {
    const b = x * dx + oy * dy;
    const cross = x * dy - oy * dx;
    const discriminant = a * radius * radius - cross * cross;
    if (discriminant <= 0) return false;
    // The root that does not cancel first, the other from their product.
    const q = b < 0 ? Math.sqrt(discriminant) - b : -(b + Math.sqrt(discriminant));
    from = Math.max(from, b < 0 ? c / q : q / a);
    to = Math.min(to, b < 0 ? q / a : c / q);
  }
  const norm = Math.sqrt(a + dz * dz);
  found.inM = from * norm;
  found.outM = to * norm;
  return to > from;
}

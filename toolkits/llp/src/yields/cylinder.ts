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
  // By index: this runs a million times, and destructuring would iterate.
  const oy = origin[1];
  const oz = origin[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  if (!(dz > 0)) return undefined;
  // In units of the direction first: the division by dz is then exact for rays along the axis.
  const entry = Math.max(0, (geometry.zMin - oz) / dz);
  const exit = (geometry.zMax - oz) / dz;
  const x = origin[0] - geometry.xOff;
  const a = dx * dx + dy * dy;
  const r = Math.sqrt(x * x + oy * oy);
  const c = (r - geometry.radius) * (r + geometry.radius);
  const norm = Math.sqrt(a + dz * dz);
  if (a === 0) return c < 0 && exit > entry ? { inM: entry * norm, outM: exit * norm } : undefined;
  const b = x * dx + oy * dy;
  const cross = x * dy - oy * dx;
  const discriminant = a * geometry.radius * geometry.radius - cross * cross;
  if (discriminant <= 0) return undefined;
  // The root that does not cancel first, the other from their product.
  const q = b < 0 ? Math.sqrt(discriminant) - b : -(b + Math.sqrt(discriminant));
  const from = Math.max(entry, b < 0 ? c / q : q / a);
  const to = Math.min(exit, b < 0 ? q / a : c / q);
  return to > from ? { inM: from * norm, outM: to * norm } : undefined;
}

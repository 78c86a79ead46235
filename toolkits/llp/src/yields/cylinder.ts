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
  const [dx, dy, dz] = direction;
  if (!(dz > 0)) return undefined;
  const norm = Math.hypot(dx, dy, dz);
  const x = origin[0] - geometry.xOff;
  const y = origin[1];
  // In units of `direction` first: the division by dz is then exact for rays along the axis.
  let from = Math.max(0, (geometry.zMin - origin[2]) / dz);
  let to = (geometry.zMax - origin[2]) / dz;
  const a = dx * dx + dy * dy;
  const r = Math.hypot(x, y);
  const c = (r - geometry.radius) * (r + geometry.radius);
  if (a > 0) {
    const b = x * dx + y * dy;
    const cross = x * dy - y * dx;
    const discriminant = a * geometry.radius ** 2 - cross * cross;
    if (discriminant <= 0) return undefined;
    // The root that does not cancel first, the other from their product.
    const q = -(b + (b < 0 ? -1 : 1) * Math.sqrt(discriminant));
    const near = b < 0 ? c / q : q / a;
    const far = b < 0 ? q / a : c / q;
    from = Math.max(from, near);
    to = Math.min(to, far);
  } else if (c >= 0) return undefined;
  return to > from ? { inM: from * norm, outM: to * norm } : undefined;
}

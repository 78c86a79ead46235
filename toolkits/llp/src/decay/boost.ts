export type Vector = readonly [x: number, y: number, z: number];
export type FourVector = { readonly energy: number; readonly momentum: Vector };

/** Laboratory four-momentum of a particle from its direction in the rest frame of a parent: a pure boost, axes of both frames
 * parallel. GeV.
 * @param parentMomentum of the parent in the laboratory   @param parentMass > 0
 * @param energy of the particle in the rest frame, at least `mass`   @param direction unit vector in the rest frame */
export function boosted(
  parentMomentum: Vector,
  parentMass: number,
  mass: number,
  energy: number,
  direction: Vector,
): FourVector {
  const [px, py, pz] = parentMomentum;
  const momentum = Math.hypot(px, py, pz);
  const own = Math.sqrt(Math.max(0, (energy - mass) * (energy + mass)));
  const [x, y, z] = [own * direction[0], own * direction[1], own * direction[2]];
  const parentEnergy = Math.hypot(momentum, parentMass);
  const projected = x * px + y * py + z * pz;
  // (gamma - 1)/beta^2 gamma^2 = 1/(gamma + 1): nothing is divided by the velocity.
  const along = (projected / (parentEnergy + parentMass) + energy) / parentMass;
  return {
    energy: (parentEnergy * energy + projected) / parentMass,
    momentum: [x + along * px, y + along * py, z + along * pz],
  };
}

/** @param cosTheta from the z axis   @param azimuth from the x axis, rad */
export function directionOf(cosTheta: number, azimuth: number): Vector {
  const sinTheta = Math.sqrt(Math.max(0, (1 - cosTheta) * (1 + cosTheta)));
  return [sinTheta * Math.cos(azimuth), sinTheta * Math.sin(azimuth), cosTheta];
}

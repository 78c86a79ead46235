import type { Particle } from '../declaration/particles.ts';
import type { Line, Routing } from '../tree/topology.ts';
import { add, type Complex, squaredModulus, times, ZERO } from './complex.ts';
import { type OnShell, type PhotonSum, type SpinState, spinStates } from './external-waves.ts';
import { type FourVector, fourVector, multiple, sumOf } from './four-vector.ts';
import type { NumericTree } from './numeric-tree.ts';
import { treeAmplitude, treeCurrent, type Wave } from './tree-amplitude.ts';

/** A point of phase space: all external particles on shell, and 1/(q**2 - m**2) of the propagators. */
export type Point = {
  readonly states: ReadonlyMap<string, OnShell>;
  readonly inverse: (line: Line) => Complex;
};

export type Spins = readonly { readonly particle: Particle; readonly states: readonly SpinState[] }[];

/** Spin states of all particles at a point. @param longitudinal id of a vector whose polarisation becomes its momentum */
export function spinsAt(
  externals: readonly Particle[],
  { states }: Point,
  photons: PhotonSum,
  longitudinal?: string,
): Spins {
  return externals.map((particle) => {
    const state = states.get(particle.id);
    if (state === undefined) throw new RangeError(`no state of ${particle.id}`);
    if (particle.id !== longitudinal) return { particle, states: spinStates(particle, state, photons) };
    const along: Wave = {
      kind: 'vector',
      value: multiple(fourVector(state.energy, state.momentum), 1 / state.energy),
    };
    return { particle, states: [{ weight: 1, wave: () => along }] };
  });
}

/** Sum of |M|^2 over the given spins. The currents of the trees flow to the particle with most spin states, so that they
 * are computed once for all of them. */
export function summedSquare(trees: readonly NumericTree[], spins: Spins, point: Point): number {
  const { momentum, prefactors } = prepared(trees, spins, point);
  const [first, ...rest] = spins;
  if (first === undefined) throw new RangeError('a process has particles');
  const root = rest.reduce((most, own) => (own.states.length > most.states.length ? own : most), first);
  const others = spins.filter((own) => own !== root);
  let total = 0;
  const visit = (index: number, chosen: readonly SpinState[], weight: number): void => {
    const next = others[index];
    if (next !== undefined) {
      for (const state of next.states) visit(index + 1, [...chosen, state], weight * state.weight);
      return;
    }
    const currents = trees.map((tree) =>
      treeCurrent(tree, root.particle.id, { waves: wavesIn(tree), momentum }),
    );
    for (const state of root.states) {
      const amplitude = trees
        .map((tree, at) => {
          const [current, factor] = [currents[at], prefactors[at]];
          if (current === undefined || factor === undefined) throw new RangeError('every tree has a current');
          return times(treeAmplitude(tree, current, state.wave(tree.sides.get(root.particle.id))), factor);
        })
        .reduce(add, ZERO);
      total += weight * state.weight * squaredModulus(amplitude);
    }
    function wavesIn({ sides }: NumericTree): ReadonlyMap<string, Wave> {
      return new Map(
        others.map(({ particle: { id } }, place): [string, Wave] => {
          const state = chosen[place];
          if (state === undefined) throw new RangeError('a state was chosen');
          return [id, state.wave(sides.get(id))];
        }),
      );
    }
  };
  visit(0, [], 1);
  return total;
}

function prepared(
  trees: readonly NumericTree[],
  spins: Spins,
  { states, inverse }: Point,
): { momentum: (routing: Routing) => FourVector; prefactors: readonly Complex[] } {
  const momenta = new Map(
    spins.map(({ particle: { id } }): [string, FourVector] => {
      const state = states.get(id);
      if (state === undefined) throw new RangeError(`no state of ${id}`);
      return [id, fourVector(state.energy, state.momentum)];
    }),
  );
  const known = new Map<Routing, FourVector>();
  const momentum = (routing: Routing): FourVector => {
    const found =
      known.get(routing) ??
      sumOf([...routing].map(([id, sign]) => multiple(momenta.get(id) ?? [ZERO, ZERO, ZERO, ZERO], sign)));
    known.set(routing, found);
    return found;
  };
  const prefactors = trees.map(({ lines }) =>
    lines.map(inverse).reduce<Complex>((product, factor) => times(product, factor), { re: 1, im: 0 }),
  );
  return { momentum, prefactors };
}

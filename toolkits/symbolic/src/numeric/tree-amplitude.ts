import { add, type Complex, real, scaled, times, ZERO } from './complex.ts';
import { contract } from './dirac.ts';
import { type Arrival, bosonCurrent } from './boson-currents.ts';
import { dot, type FourVector, minus, multiple, scaledBy, sumOf } from './four-vector.ts';
import { type Attached, bilinearBetween, bilinearOn, multipleOf, slashed } from './matrices.ts';
import { type Bilinear, negative, type NumericTree, type NumericVertex } from './numeric-tree.ts';
import type { Spinor } from './spinors.ts';
import type { Line, Routing } from '../tree/topology.ts';

/** What runs along a line: a number, a vector, or a spinor; of a chain's barred end a row. */
export type Wave =
  | { readonly kind: 'scalar'; readonly value: Complex }
  | { readonly kind: 'vector'; readonly value: FourVector }
  | { readonly kind: 'spinor'; readonly value: Spinor };

/** One choice of spins: the wave of each external particle in this tree, and the momenta. */
export type Configuration = {
  readonly waves: ReadonlyMap<string, Wave>;
  readonly momentum: (routing: Routing) => FourVector;
};

/** The current of a whole tree that flows to one external particle, without denominators.
 * @param root id of that particle */
export function treeCurrent(tree: NumericTree, root: string, configuration: Configuration): Wave {
  const vertex = tree.vertices.findIndex(({ legs }) => legs.some(({ id }) => id === root));
  return currentAt(tree, vertex, root, configuration);
}

/** Amplitude without its denominators, from the current to one particle and that particle's own wave. */
export const treeAmplitude = ({ sign }: NumericTree, current: Wave, own: Wave): Complex =>
  scaled(closed(own, current), sign);

function closed(a: Wave, b: Wave): Complex {
  if (a.kind === 'scalar' && b.kind === 'scalar') return times(a.value, b.value);
  if (a.kind === 'vector' && b.kind === 'vector') return dot(a.value, b.value);
  if (a.kind === 'spinor' && b.kind === 'spinor') return contract(a.value, b.value);
  throw new TypeError('a wave meets one of another kind');
}

/** Current of the leg `open` of a vertex, all other legs put in. */
function currentAt(tree: NumericTree, index: number, open: string, configuration: Configuration): Wave {
  const vertex = tree.vertices[index];
  if (vertex === undefined) throw new RangeError('a line ends at a vertex');
  const position = vertex.legs.findIndex(({ id }) => id === open);
  const waves = vertex.legs.map(({ id }) =>
    id === open ? undefined : waveOf(tree, index, id, configuration),
  );
  const inflows = vertex.legs.map(({ inflow }) => configuration.momentum(inflow));
  return combined(vertex, waves, inflows, position);
}

/** The wave that arrives at a vertex along a leg: external, or a current times its propagator's numerator. */
function waveOf(tree: NumericTree, vertex: number, id: string, configuration: Configuration): Wave {
  const line = tree.lines.find(({ propagator }) => propagator.id === id);
  if (line === undefined) {
    const wave = configuration.waves.get(id);
    if (wave === undefined) throw new RangeError(`no wave of ${id}`);
    return wave;
  }
  const other = line.from === vertex ? line.to : line.from;
  const current = currentAt(tree, other, id, configuration);
  const here = tree.vertices[vertex];
  return propagated(line, current, line.to === vertex, isRowAt(here, id), configuration);
}

/** Whether the spinor on a leg is the barred side of its bilinear. */
function isRowAt(vertex: NumericVertex | undefined, id: string): boolean {
  const position = vertex?.legs.findIndex((leg) => leg.id === id);
  if (vertex?.rule.kind === 'bilinear') return vertex.rule.bilinear.left === position;
  if (vertex?.rule.kind === 'four')
    return vertex.rule.parts[0]?.pair.some(({ left }) => left === position) ?? false;
  return false;
}

function propagated(
  { propagator, flow }: Line,
  current: Wave,
  arrives: boolean,
  isRow: boolean,
  { momentum }: Configuration,
): Wave {
  const mass = propagator.mass.value?.re ?? 0;
  switch (current.kind) {
    case 'scalar':
      return current;
    case 'vector': {
      const q = momentum(flow);
      const along = mass === 0 ? ZERO : scaled(dot(q, current.value), 1 / mass ** 2);
      return { kind: 'vector', value: minus(scaledBy(q, along), current.value) };
    }
    case 'spinor': {
      // q runs along the chain from right to left: towards this vertex for a column, away from it for a row.
      const q = momentum(arrives === !isRow ? flow : negative(flow));
      const side = isRow ? 'row' : 'column';
      const [a, b] = [slashed(q, current.value, side), multipleOf(current.value, real(mass))];
      return {
        kind: 'spinor',
        value: [add(a[0], b[0]), add(a[1], b[1]), add(a[2], b[2]), add(a[3], b[3])],
      };
    }
  }
}

type Waves = readonly (Wave | undefined)[];

function combined(vertex: NumericVertex, waves: Waves, inflows: readonly FourVector[], open: number): Wave {
  const { rule } = vertex;
  const inflow = (index: number) => inflows[index] ?? multiple([ZERO, ZERO, ZERO, ZERO], 0);
  switch (rule.kind) {
    case 'bilinear':
      return passed(
        rule.bilinear,
        waves,
        open,
        rule.boson,
        attachedOf(waves[rule.boson], inflow(rule.boson)),
      );
    case 'four':
      return rule.parts
        .map(({ pair, value }) => fourCurrent(pair, waves, open, inflow(0), value))
        .reduce(addedWaves);
    case 'bosons': {
      const arrivals = waves.map((wave, index): Arrival => {
        if (wave?.kind === 'spinor') throw new TypeError('a fermion at a vertex of bosons');
        return { current: wave?.value, inflow: inflow(index) };
      });
      return rule.parts
        .map(({ structure, value }): Wave => {
          const current = bosonCurrent(structure, rule.class, arrivals, open);
          return isComplex(current)
            ? { kind: 'scalar', value: times(current, value) }
            : { kind: 'vector', value: scaledBy(current, value) };
        })
        .reduce(addedWaves);
    }
  }
}

const isComplex = (value: Complex | FourVector): value is Complex => 're' in value;

function attachedOf(wave: Wave | undefined, inflow: FourVector): Attached {
  if (wave?.kind === 'vector') return { scalar: ZERO, vector: wave.value, inflow };
  return { scalar: wave?.kind === 'scalar' ? wave.value : ZERO, vector: undefined, inflow };
}

function spinorAt(waves: Waves, index: number): Spinor {
  const wave = waves[index];
  if (wave?.kind !== 'spinor') throw new TypeError('no spinor on a fermion leg');
  return wave.value;
}

function passed(
  { left, right, rule }: Bilinear,
  waves: Waves,
  open: number,
  boson: number,
  attached: Attached,
): Wave {
  if (open === boson) {
    const between = bilinearBetween(rule, attached.inflow, spinorAt(waves, left), spinorAt(waves, right));
    return between.vector === undefined
      ? { kind: 'scalar', value: between.scalar }
      : { kind: 'vector', value: between.vector };
  }
  return open === left
    ? { kind: 'spinor', value: bilinearOn(rule, attached, spinorAt(waves, right), 'column') }
    : { kind: 'spinor', value: bilinearOn(rule, attached, spinorAt(waves, left), 'row') };
}

/** One bilinear of the four-fermion vertex stays open; the other takes the place of its boson. */
function fourCurrent(
  pair: readonly [Bilinear, Bilinear],
  waves: Waves,
  open: number,
  inflow: FourVector,
  value: Complex,
): Wave {
  const [here, there] = pair[0].left === open || pair[0].right === open ? pair : [pair[1], pair[0]];
  const attached = bilinearBetween(
    there.rule,
    inflow,
    spinorAt(waves, there.left),
    spinorAt(waves, there.right),
  );
  const spinor =
    open === here.left
      ? bilinearOn(here.rule, attached, spinorAt(waves, here.right), 'column')
      : bilinearOn(here.rule, attached, spinorAt(waves, here.left), 'row');
  return { kind: 'spinor', value: multipleOf(spinor, value) };
}

function addedWaves(a: Wave, b: Wave): Wave {
  if (a.kind === 'scalar' && b.kind === 'scalar') return { kind: 'scalar', value: add(a.value, b.value) };
  if (a.kind === 'vector' && b.kind === 'vector') return { kind: 'vector', value: sumOf([a.value, b.value]) };
  if (a.kind === 'spinor' && b.kind === 'spinor') {
    const [x, y] = [a.value, b.value];
    return { kind: 'spinor', value: [add(x[0], y[0]), add(x[1], y[1]), add(x[2], y[2]), add(x[3], y[3])] };
  }
  throw new TypeError('waves of two kinds do not add');
}

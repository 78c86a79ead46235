import type { Particle } from '../declaration/particles.ts';
import type { DeclaredVertex, Legs } from '../declaration/vertex.ts';
import type { Structure } from '../declaration/vertex-classes.ts';
import type { Convention, ResolvedVertex } from './resolve-vertex.ts';

/** What was understood, in words of a lagrangian: enough to see a wrong factor or a wrong field. */
export type Echo = {
  /** The Feynman rule of the process. */
  readonly vertex: string;
  /** The term it comes from. */
  readonly lagrangian: string;
};

export function echoOf(declared: DeclaredVertex, resolved: ResolvedVertex, convention: Convention): Echo {
  const { contractions, conjugate, ownConjugate } = resolved;
  const sum = couplingSum(declared);
  const rule = conjugate ? `hermitian conjugate of ${bracket(sum)}` : bracket(sum);
  const scale = convention === 'lagrangian' && contractions > 1 ? `${contractions}*` : '';
  const share = convention === 'vertex' && contractions > 1 ? `1/${contractions} * ` : '';
  return {
    vertex: `i*${scale}${rule}`,
    lagrangian: `L = ${share}${fields(declared, bracket(sum), conjugate)}${ownConjugate ? '' : ' + h.c.'}${meanings(declared)}`,
  };
}

const couplingSum = ({ terms }: DeclaredVertex): string =>
  terms.map(({ structure, coupling }) => `(${coupling.text})*${whole(structure)}`).join(' + ');

/** A structure that is a sum in parentheses. */
const whole = (structure: string): string => (structure.includes('-') ? `(${structure})` : structure);

const bracket = (text: string): string => `[${text}]`;

/** The fields of the declared term around its couplings. @param conjugate its conjugate drives the process */
function fields(declared: DeclaredVertex, couplings: string, conjugate: boolean): string {
  const { class: name, legs } = declared;
  const [a, b, c, d] = legs;
  switch (name) {
    case 'FFS':
      return `${barred(a)} ${couplings} ${b.field} ${conjugate ? adjointBoson(c) : boson(c)}`;
    case 'FFV':
      return `${barred(a)} ${couplings} ${b.field} ${conjugate ? adjointBoson(c) : boson(c)}_mu`;
    case 'SSS':
      return `${couplings} ${boson(a)} ${boson(b)} ${boson(c)}`;
    case 'VVS':
      return twoVectors(declared, couplings);
    case 'SSV':
      return `${couplings} ${boson(c)}^mu [(i d_mu ${boson(a)}) ${boson(b)} - ${boson(a)} (i d_mu ${boson(b)})]`;
    case 'VVV':
      return yangMills(legs, couplings);
    case 'SSSS':
      return `${couplings} ${legs.map(boson).join(' ')}`;
    case 'VVSS':
      return `${couplings} ${boson(a)}_mu ${boson(b)}^mu ${boson(c)} ${d === undefined ? '' : boson(d)}`;
    case 'FFFF':
      return couplings;
  }
}

/** What short names in the term stand for, said after it. */
function meanings(declared: DeclaredVertex): string {
  const [a, b, c, d] = declared.legs;
  if (declared.class === 'FFV') return dipoles(declared, c);
  if (declared.class === 'VVS') return strengths(declared);
  return declared.class === 'FFFF'
    ? `, where A*B means (${barred(a)} A ${b.field}) (${barred(c)} B ${d?.field ?? ''})`
    : '';
}

const dipoles = ({ terms }: DeclaredVertex, vector: Particle): string =>
  terms.some(({ structure }) => structure.startsWith('sigma'))
    ? `, where sigma.q ${boson(vector)}_mu means 1/2 sigma^{mu nu} ${boson(vector)}_{mu nu}`
    : '';

/** Every structure with the vectors or field strengths that it multiplies. */
function twoVectors({ terms, legs: [a, b, c] }: DeclaredVertex, couplings: string): string {
  const [first, second] = [boson(a), boson(b)];
  if (terms.every(({ structure }) => structure === 'g'))
    return `${couplings} ${first}_mu ${second}^mu ${boson(c)}`;
  const [left, right] = first === second ? ['F', 'F'] : [`F(${first})`, `F(${second})`];
  const products: Partial<Record<Structure, string>> = {
    g: `${first}_mu ${second}^mu`,
    FF: `${left}_{mu nu} ${right}^{mu nu}`,
    FFdual: `${left}_{mu nu} ${right.replace('F', 'Ftilde')}^{mu nu}`,
  };
  const sum = terms
    .map(({ structure, coupling }) => `(${coupling.text}) ${products[structure] ?? structure}`)
    .join(' + ');
  return `${terms.length === 1 ? sum : bracket(sum)} ${boson(c)}`;
}

const strengths = ({ terms, legs: [a, b] }: DeclaredVertex): string => {
  const [first, second] = [boson(a), boson(b)];
  const used = terms.map(({ structure }) => structure);
  if (used.every((structure) => structure === 'g')) return '';
  const parts = [
    first === second
      ? `F_{mu nu} = d_mu ${first}_nu - d_nu ${first}_mu`
      : 'F(V)_{mu nu} = d_mu V_nu - d_nu V_mu',
    ...(used.includes('FFdual') ? ['Ftilde^{mu nu} = 1/2 epsilon^{mu nu rho sigma} F_{rho sigma}'] : []),
  ];
  return `, where ${parts.join(' and ')}`;
};

function yangMills(legs: Legs, couplings: string): string {
  const [a, b, c] = legs.map(boson);
  return `${couplings} (i d_nu ${a ?? ''}_mu - i d_mu ${a ?? ''}_nu) ${b ?? ''}^mu ${c ?? ''}^nu + cyclic`;
}

const barred = ({ field }: Particle): string => `${field}bar`;

/** The field that takes an incoming or makes an outgoing boson. */
const boson = ({ field, role, type }: Particle): string =>
  type === 'self-conjugate' || (role === 'incoming') === (type === 'particle') ? field : `${field}^dagger`;

const adjointBoson = (leg: Particle): string =>
  boson({ ...leg, role: leg.role === 'incoming' ? 'outgoing' : 'incoming' });

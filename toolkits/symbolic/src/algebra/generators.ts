import { type Expression, toSympy } from 'toolbase/toolkit';
import {
  generatorPower,
  mapTerms,
  type Monomial,
  type Polynomial,
  type PolynomialTerm,
  trimmed,
} from './polynomial.ts';

/** What a generator of the polynomials stands for. */
export type Generator = {
  readonly index: number;
  readonly expression: Expression;
  readonly isMass: boolean;
  /** Index of the generator of the complex conjugate: its own for a real one. */
  readonly conjugate: number;
};

/** The generators of one calculation, in the order in which formulas name them. Index 0 is the imaginary unit. */
export class Generators {
  readonly #all: Generator[] = [
    { index: 0, expression: { kind: 'constant', name: 'I' }, isMass: false, conjugate: 0 },
  ];
  readonly #byText = new Map<string, Generator>();

  /** A positive quantity with the dimension of a mass. */
  mass(expression: Expression): Polynomial {
    return this.#real(expression, true);
  }

  real(expression: Expression): Polynomial {
    return this.#real(expression, false);
  }

  /** A quantity that is not known to be real; its conjugate becomes a generator beside it. */
  complex(expression: Expression): Polynomial {
    const text = toSympy(expression);
    const known = this.#byText.get(text);
    if (known !== undefined) return generatorPower(known.index, 1);
    const index = this.#all.length;
    const generator = { index, expression, isMass: false, conjugate: index + 1 };
    const conjugated: Expression = { kind: 'call', callee: 'conjugate', argument: expression };
    this.#add(text, generator);
    this.#add(toSympy(conjugated), {
      index: index + 1,
      expression: conjugated,
      isMass: false,
      conjugate: index,
    });
    return generatorPower(index, 1);
  }

  /** The generator that stands for an expression, if one does. */
  known(expression: Expression): Polynomial | undefined {
    const found = this.#byText.get(toSympy(expression));
    return found === undefined ? undefined : generatorPower(found.index, 1);
  }

  at(index: number): Generator {
    const generator = this.#all[index];
    if (generator === undefined) throw new RangeError(`no generator ${index}`);
    return generator;
  }

  conjugate(p: Polynomial): Polynomial {
    return mapTerms(p, ({ monomial, coefficient }) => ({
      monomial: this.#conjugateMonomial(monomial),
      coefficient: (monomial[0] ?? 0) === 1 ? -coefficient : coefficient,
    }));
  }

  /** Splits a term into the part of masses and the rest. */
  split({ monomial }: PolynomialTerm): { masses: Monomial; rest: Monomial } {
    const part = (masses: boolean) =>
      trimmed(monomial.map((exponent, index) => (this.at(index).isMass === masses ? exponent : 0)));
    return { masses: part(true), rest: part(false) };
  }

  #conjugateMonomial(monomial: Monomial): Monomial {
    const swapped: number[] = [];
    for (const [index, exponent] of monomial.entries()) {
      if (exponent === 0) continue;
      const to = index === 0 ? 0 : this.at(index).conjugate;
      while (swapped.length <= to) swapped.push(0);
      swapped[to] = exponent;
    }
    return trimmed(swapped);
  }

  #real(expression: Expression, isMass: boolean): Polynomial {
    const text = toSympy(expression);
    const known = this.#byText.get(text);
    if (known !== undefined) return generatorPower(known.index, 1);
    const index = this.#all.length;
    this.#add(text, { index, expression, isMass, conjugate: index });
    return generatorPower(index, 1);
  }

  #add(text: string, generator: Generator): void {
    this.#all.push(generator);
    this.#byText.set(text, generator);
  }
}

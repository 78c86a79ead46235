import { ToolbaseError } from '../kernel/index.ts';
import {
  CONSTANTS,
  type ConstantName,
  type Expression,
  type Factor,
  FUNCTIONS,
  type FunctionName,
  type Term,
} from './expression.ts';
import { badExpression, type Token, tokensOf } from './tokens.ts';

export type ParseOptions = {
  /** The only free names allowed. `pi` and `E` are constants unless they are among them. */
  readonly names: ReadonlySet<string>;
  /** Longest text accepted, in characters; 4096 unless said. */
  readonly maxLength?: number;
};

const DEFAULT_MAX_LENGTH = 4096;
/** Deepest nesting of parentheses, signs, powers and calls: recursion stays far from the end of the stack. */
const MAX_DEPTH = 100;
const MAX_NODES = 5000;

/** Reads arithmetic from text that may be hostile: numbers, the given names, `+ - * / ** ^`, parentheses, the
 * functions of one argument, `Rational(a, b)`, `pi`, `E`, `I`. Powers bind tighter than signs and to the right, as in
 * Python; nothing is multiplied without `*`.
 * @throws ToolbaseError BAD_EXPRESSION with the position and what was expected; BAD_NAME when `I` is a given name */
export function parseExpression(text: string, options: ParseOptions): Expression {
  const maxLength = options.maxLength ?? DEFAULT_MAX_LENGTH;
  if (options.names.has('I'))
    throw new ToolbaseError('BAD_NAME', 'I cannot be a name: it is the imaginary unit', {
      hint: 'Give it another name, such as Iz.',
    });
  if (text.length > maxLength)
    throw badExpression(
      text,
      maxLength,
      `expected at most ${maxLength} characters (there are ${text.length})`,
    );
  return new Parser(text, options.names).whole();
}

class Parser {
  readonly #text: string;
  readonly #names: ReadonlySet<string>;
  readonly #tokens: readonly Token[];
  #next = 0;
  #depth = 0;
  #nodes = 0;

  constructor(text: string, names: ReadonlySet<string>) {
    this.#text = text;
    this.#names = names;
    this.#tokens = tokensOf(text);
  }

  whole(): Expression {
    const expression = this.#sum();
    if (this.#peek().kind !== 'end') throw this.#unexpected('expected an operator or the end');
    return expression;
  }

  #sum(): Expression {
    const first = this.#product();
    const terms: Term[] = [{ sign: '+', value: first }];
    for (;;) {
      const sign = this.#take('+', '-');
      if (sign === undefined) break;
      terms.push({ sign, value: this.#product() });
    }
    return terms.length === 1 ? first : this.#node({ kind: 'sum', terms });
  }

  #product(): Expression {
    const first = this.#signed();
    const factors: Factor[] = [{ sign: '*', value: first }];
    for (;;) {
      const sign = this.#take('*', '/');
      if (sign === undefined) break;
      factors.push({ sign, value: this.#signed() });
    }
    return factors.length === 1 ? first : this.#node({ kind: 'product', factors });
  }

  #signed(): Expression {
    const sign = this.#take('+', '-');
    if (sign === undefined) return this.#power();
    const operand = this.#nested(() => this.#signed());
    return sign === '+' ? operand : this.#node({ kind: 'negate', operand });
  }

  #power(): Expression {
    const base = this.#primary();
    if (this.#take('**', '^') === undefined) return base;
    return this.#node({ kind: 'power', base, exponent: this.#nested(() => this.#signed()) });
  }

  #primary(): Expression {
    const token = this.#peek();
    if (token.kind === 'number') {
      this.#next++;
      return this.#node({ kind: 'number', text: token.text });
    }
    if (token.kind === 'word') return this.#word(token);
    if (this.#take('(') === undefined)
      throw this.#unexpected('expected a number, a name, a function or an opening parenthesis');
    return this.#nested(() => this.#closed());
  }

  #word(token: Token): Expression {
    this.#next++;
    const called = this.#take('(') !== undefined;
    if (called && token.text === 'Rational') return this.#rational();
    if (called) {
      const callee = functionNamed(token.text);
      if (callee === undefined)
        throw badExpression(this.#text, token.at, `expected a function (${FUNCTIONS.join(', ')}, Rational)`);
      return this.#node({ kind: 'call', callee, argument: this.#nested(() => this.#closed()) });
    }
    if (this.#names.has(token.text)) return this.#node({ kind: 'name', name: token.text });
    const constant = CONSTANTS.find((name) => name === token.text);
    if (constant === undefined) throw this.#unknownName(token);
    return this.#constant(constant);
  }

  #constant(name: ConstantName): Expression {
    return this.#node({ kind: 'constant', name });
  }

  #closed(): Expression {
    const inner = this.#sum();
    if (this.#take(')') === undefined)
      throw this.#unexpected('expected an operator or a closing parenthesis');
    return inner;
  }

  #rational(): Expression {
    const sign = this.#take('+', '-') === '-' ? '-' : '';
    const numerator = `${sign}${this.#integer()}`;
    if (this.#take(',') === undefined) throw this.#unexpected('expected a comma: Rational(3, 2)');
    const at = this.#peek().at;
    const denominator = this.#integer();
    if (denominator === '0') throw badExpression(this.#text, at, 'expected a denominator other than 0');
    if (this.#take(')') === undefined) throw this.#unexpected('expected a closing parenthesis');
    return this.#node({ kind: 'rational', numerator, denominator });
  }

  #integer(): string {
    const token = this.#peek();
    if (token.kind !== 'number' || !/^\d+$/.test(token.text)) throw this.#unexpected('expected an integer');
    this.#next++;
    return BigInt(token.text).toString();
  }

  #peek(): Token {
    // The last token is `end`, and nothing steps over it.
    return this.#tokens[this.#next] ?? { kind: 'end', text: '', at: this.#text.length };
  }

  #take<S extends string>(...symbols: S[]): S | undefined {
    const token = this.#peek();
    const found = token.kind === 'symbol' ? symbols.find((symbol) => symbol === token.text) : undefined;
    if (found !== undefined) this.#next++;
    return found;
  }

  #nested(inner: () => Expression): Expression {
    if (++this.#depth > MAX_DEPTH)
      throw badExpression(this.#text, this.#peek().at, `expected at most ${MAX_DEPTH} levels of nesting`);
    const expression = inner();
    this.#depth--;
    return expression;
  }

  #node(expression: Expression): Expression {
    if (++this.#nodes > MAX_NODES)
      throw badExpression(this.#text, this.#peek().at, `expected at most ${MAX_NODES} parts`);
    return expression;
  }

  #unexpected(expected: string): ToolbaseError {
    const token = this.#peek();
    return badExpression(this.#text, token.at, expected, token.kind === 'end' ? 'the end' : token.text);
  }

  #unknownName(token: Token): ToolbaseError {
    const known = [...this.#names].sort();
    const listed = known.length > 12 ? `${known.slice(0, 12).join(', ')}, ...` : known.join(', ');
    const expected =
      functionNamed(token.text) !== undefined || token.text === 'Rational'
        ? `expected an opening parenthesis after the function ${token.text}`
        : `expected a known name (${known.length === 0 ? 'none is given' : listed})`;
    return badExpression(this.#text, token.at, expected, token.text.slice(0, 40));
  }
}

const functionNamed = (word: string): FunctionName | undefined =>
  word === 'abs' ? 'Abs' : FUNCTIONS.find((name) => name === word);

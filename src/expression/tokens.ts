import { ToolbaseError } from '../kernel/index.ts';

export type Token = {
  readonly kind: 'number' | 'word' | 'symbol' | 'end';
  readonly text: string;
  /** Offset of the first character, from 0. */
  readonly at: number;
};

const SPACE = /[ \t\r\n]+/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const WORD = /[A-Za-z_][A-Za-z0-9_]*/y;
const SYMBOL = /\*\*|[-+*/^(),]/y;

/** Longest decimal: what `rational` of the kernel reads exactly. */
const NUMBER_MAX_LENGTH = 64;

/** Splits the text of an expression; the last token is `end`.
 * @throws ToolbaseError BAD_EXPRESSION */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const space = take(SPACE);
    if (space !== undefined) {
      at += space.length;
      continue;
    }
    const token = tokenAt(take, at);
    if (token === undefined)
      throw badExpression(text, at, `expected a number, a name or an operator`, foundAt(text, at));
    if (token.kind === 'number') checkNumber(text, token);
    tokens.push(token);
    at += token.text.length;
  }
  return [...tokens, { kind: 'end', text: '', at }];
}

function tokenAt(take: (pattern: RegExp) => string | undefined, at: number): Token | undefined {
  const number = take(NUMBER);
  if (number !== undefined) return { kind: 'number', text: number, at };
  const word = take(WORD);
  if (word !== undefined) return { kind: 'word', text: word, at };
  const symbol = take(SYMBOL);
  return symbol === undefined ? undefined : { kind: 'symbol', text: symbol, at };
}

function checkNumber(text: string, { text: digits, at }: Token): void {
  const value = Number(digits);
  const vanishes = value === 0 && /[1-9]/.test(digits.split(/e/i)[0] ?? '');
  if (digits.length > NUMBER_MAX_LENGTH || !Number.isFinite(value) || vanishes)
    throw badExpression(text, at, 'expected a number of at most 64 characters between 1e-307 and 1e308');
}

/** The error of an expression: what was expected, where (from 1), and what stands there. */
export function badExpression(text: string, at: number, expected: string, found?: string): ToolbaseError {
  const shown = text.length > 80 ? `${text.slice(0, 80)}...` : text;
  return new ToolbaseError(
    'BAD_EXPRESSION',
    `${expected} at position ${at + 1} of ${JSON.stringify(shown)}${found === undefined ? '' : `, found ${found}`}`,
    {
      hint: 'Write plain arithmetic such as y**2*(mS**2 - 4*mf**2)/(8*pi): every product with *, powers with ** or ^.',
    },
  );
}

/** The character at an offset, quoted; never a control character or half of a pair. */
function foundAt(text: string, at: number): string {
  const code = text.codePointAt(at) ?? 0;
  const shown = code >= 0x20 && code < 0x7f ? ` ${JSON.stringify(String.fromCodePoint(code))}` : '';
  return `character${shown} U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

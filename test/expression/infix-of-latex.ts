const WRITTEN: Readonly<Record<string, string>> = { '\\pi': 'pi', '\\cdot': '*', i: 'I', '+': '+', '-': '-' };

const CALLED: Readonly<Record<string, string>> = {
  '\\operatorname{Re}': 're',
  '\\operatorname{Im}': 'im',
  '\\log': 'log',
  '\\sin': 'sin',
  '\\tanh': 'tanh',
  '\\arccos': 'acos',
};

/** What a reader takes LaTeX of `toLatex` for, as text for `parseExpression`: a juxtaposition is a product, that binds as one with signs
 * does, and nothing is known of how it was made. Names are one letter, with or without a subscript. */
export function infixOfLatex(latex: string): string {
  const tokens =
    latex.match(/\\operatorname\{(?:Re|Im)\}|\\left[(|]|\\right[)|]|\\[a-z]+|[\d.]+|[A-Za-z]|[{}^_+-]/g) ??
    [];
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const until = (end: string): string => {
    const parts: string[] = [];
    while (at < tokens.length && tokens[at] !== end) parts.push(operand());
    at += 1;
    return parts.reduce((before, part) => before + (isJoint(before.at(-1), part) ? '*' : '') + part, '');
  };
  const group = (): string => {
    if (next() !== '{') throw new Error(`no group in ${latex}`);
    return until('}');
  };
  const operand = (): string => {
    const token = next();
    const written = WRITTEN[token];
    if (written !== undefined) return written;
    const callee = CALLED[token];
    if (callee !== undefined) return argument(callee);
    const read = readers[token];
    if (read !== undefined) return read();
    if (!/^[A-Za-z]$|^[\d.]+$/.test(token)) throw new Error(`${token} in ${latex}`);
    return tokens[at] === '_' ? subscripted(token) : token;
  };
  const readers: Readonly<Record<string, () => string>> = {
    '\\frac': () => `((${group()})/(${group()}))`,
    '\\sqrt': () => `sqrt(${group()})`,
    '\\overline': () => `conjugate(${group()})`,
    '\\left(': () => `(${until('\\right)')})`,
    '\\left|': () => `Abs(${until('\\right|')})`,
    '^': () => `**(${group()})`,
    e: () => {
      at += 1;
      return `exp(${group()})`;
    },
  };
  const argument = (callee: string): string => {
    if (next() !== '\\left(') throw new Error(`no argument in ${latex}`);
    return `${callee}(${until('\\right)')})`;
  };
  const subscripted = (head: string): string => {
    at += 1;
    const tail = group();
    return /\d/.test(tail) ? `${head}_${tail}` : head + tail;
  };
  return until('');
}

const isJoint = (before: string | undefined, part: string): boolean =>
  before !== undefined && /[\w).]/.test(before) && /^[\w(.]/.test(part);

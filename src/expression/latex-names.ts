const GREEK = new Set(
  (
    'alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi chi psi ' +
    'omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'
  ).split(' '),
);

/** Longest tail of a name that is still read as a subscript: mS, m12, yLR; longer ones, vev and cut stay words. */
const SUBSCRIPT_MAX = 3;

/** LaTeX of a name: `mS` is m with subscript S, `alpha` the Greek letter, `mchi` m with subscript chi. */
export function latexName(name: string): string {
  if (GREEK.has(name)) return `\\${name}`;
  if (name.length === 1) return name;
  const { head, tail } = splitHead(name);
  if (head === '' || tail === '') return word(name);
  const isWord = !name.includes('_') && /^[a-z]{2,}$/.test(tail);
  const short = GREEK.has(tail) || /^\d+$/.test(tail) || (tail.length <= SUBSCRIPT_MAX && !isWord);
  return short
    ? `${GREEK.has(head) ? `\\${head}` : head}_{${GREEK.has(tail) ? `\\${tail}` : plain(tail)}}`
    : word(name);
}

function splitHead(name: string): { head: string; tail: string } {
  const underscore = name.indexOf('_');
  if (underscore > 0) {
    const head = name.slice(0, underscore);
    if (head.length === 1 || GREEK.has(head)) return { head, tail: name.slice(underscore + 1) };
    return { head: '', tail: '' };
  }
  const digits = /^([A-Za-z]+?)(\d+)$/.exec(name);
  if (digits?.[1] !== undefined && digits[2] !== undefined && GREEK.has(digits[1]))
    return { head: digits[1], tail: digits[2] };
  return { head: name.slice(0, 1), tail: name.slice(1) };
}

const plain = (tail: string): string => (tail.length === 1 ? tail : word(tail));

const word = (text: string): string => `\\mathrm{${text.replaceAll('_', '\\_')}}`;

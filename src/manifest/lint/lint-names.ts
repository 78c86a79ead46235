import type { LintFinding } from './lint-finding.ts';
import type { LintSubject } from './lint-subject.ts';

/** What the tightest clients leave: a Claude plugin's prefix takes 31 of the 64 characters that some of them allow. */
const COMFORTABLE_LENGTH = 33;
const NAME_MAX = 40;

/** Words that say that something is done, and not what. */
const EMPTY_WORDS = new Set(
  'action call calculate compute data do exec execute function get handle helper info main make op operation perform process query request result run set start task test tool util'.split(
    ' ',
  ),
);

export function lintName({ name, prefix }: LintSubject): LintFinding[] {
  const own = prefix === '' ? name : name.slice(prefix.length + 2);
  const findings: LintFinding[] = [];
  const add = (rule: LintFinding['rule'], severity: LintFinding['severity'], message: string) =>
    findings.push({ rule, severity, where: name, message });
  if (name.length > NAME_MAX)
    add(
      'name-length',
      'warning',
      `is ${name.length} characters long with the prefix ${prefix}; a loadout has to give the toolkit a shorter one by \`as:\` (at most ${NAME_MAX} in all)`,
    );
  else if (name.length > COMFORTABLE_LENGTH)
    add(
      'name-length',
      'note',
      `is ${name.length} characters long; above ${COMFORTABLE_LENGTH} a client that takes 64 with a plugin's prefix leaves it out`,
    );
  const words = wordsOf(own);
  if (words.every((word) => EMPTY_WORDS.has(word.replace(/\d+$/, '')) || /^\d+$/.test(word)))
    add('name-vague', 'warning', 'does not say what it is about; name the quantity or the thing');
  if (prefix.length >= 3 && own.toLowerCase().replaceAll('_', '').startsWith(prefix) && words.length > 1)
    add('name-repeats', 'note', `repeats its prefix ${prefix}; every call and list pays for it`);
  return findings;
}

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split('_')
    .filter((word) => word !== '');

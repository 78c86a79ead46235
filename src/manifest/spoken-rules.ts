import type { PortableNode } from './portable-schema.ts';

const NUMBER = String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`;

// As lowering writes them: what a portable schema cannot say, and the operation checks.
const RULES = {
  pattern: 'Pattern: `([^]+)`',
  format: 'Format: ([a-z][a-z0-9-]{0,30})',
  above: `Greater than (${NUMBER})`,
  below: `Less than (${NUMBER})`,
  step: `Multiple of (${NUMBER})`,
  list: `One of: (${NUMBER}(?:, ${NUMBER})*)`,
  only: 'Always (true|false)',
  distinct: '(Items are distinct)',
} as const;
type Rule = keyof typeof RULES;

/** Rules that a description says beyond its schema, with what they name; of one that is said twice, all of it. */
function spokenRules({ description = '' }: PortableNode): ReadonlyMap<Rule, string> {
  const rules = new Map<Rule, string>();
  for (const [rule, words] of Object.entries(RULES) as [Rule, string][]) {
    const found = [...description.matchAll(new RegExp(String.raw`(?<![^\s])${words}\.(?![^\s])`, 'g'))];
    if (found.length > 0) rules.set(rule, found.map((match) => match[1] ?? '').join('\n'));
  }
  return rules;
}

/** What other rules in the words of a schema do to the values that the operation accepts. */
export function spokenEffect(
  before: PortableNode,
  after: PortableNode,
): 'none' | 'narrows' | 'widens' | 'both' {
  const [was, is] = [spokenRules(before), spokenRules(after)];
  const effects = (Object.keys(RULES) as Rule[]).map((rule) => {
    const [old, now] = [was.get(rule), is.get(rule)];
    if (old === now) return 'none';
    if (old === undefined) return isImplied(rule, now ?? '', before) ? 'none' : 'narrows';
    if (now === undefined) return isImplied(rule, old, after) ? 'none' : 'widens';
    return changed(rule, old, now);
  });
  const has = (effect: string): boolean => effects.some((one) => one === effect || one === 'both');
  if (has('narrows')) return has('widens') ? 'both' : 'narrows';
  return has('widens') ? 'widens' : 'none';
}

/** Whether the served bounds of the other side keep to the rule by themselves. */
function isImplied(rule: Rule, value: string, other: PortableNode): boolean {
  if (other.type !== 'number' && other.type !== 'integer') return false;
  if (rule === 'above') return (other.minimum ?? -Infinity) > Number(value);
  return rule === 'below' && (other.maximum ?? Infinity) < Number(value);
}

function changed(rule: Rule, old: string, now: string): 'narrows' | 'widens' | 'both' {
  const [was, is] = [old.split(', '), now.split(', ')];
  const rise = Number(now) - Number(old);
  if (rule === 'above' && rise !== 0) return rise > 0 ? 'narrows' : rise < 0 ? 'widens' : 'both';
  if (rule === 'below' && rise !== 0) return rise < 0 ? 'narrows' : rise > 0 ? 'widens' : 'both';
  if (rule === 'list' && is.every((value) => was.includes(value))) return 'narrows';
  if (rule === 'list' && was.every((value) => is.includes(value))) return 'widens';
  return 'both';
}

import type { LintFinding } from './lint-finding.ts';
import type { LintSubject } from './lint-subject.ts';

/** Share of common words from which two descriptions are hardly told apart. */
const NEAR = 0.8;
const WORDS_MIN = 5;

/** Operations that a model can hardly choose between. */
export function lintDuplicates(subjects: readonly LintSubject[]): LintFinding[] {
  const described = subjects.map(({ name, description }) => ({ name, words: wordsOf(description) }));
  return described.flatMap((one, at) =>
    described.slice(at + 1).flatMap((other): LintFinding[] => {
      if (one.name.toLowerCase() === other.name.toLowerCase())
        return [
          {
            rule: 'duplicate',
            severity: 'error',
            where: one.name,
            message: `has the name of ${other.name}, case ignored`,
          },
        ];
      if (one.words.size < WORDS_MIN || other.words.size < WORDS_MIN) return [];
      const share = commonShare(one.words, other.words);
      if (share < NEAR) return [];
      const message =
        share === 1
          ? `has the words of ${other.name}; a model cannot tell them apart`
          : `shares ${Math.round(share * 100)} % of its words with ${other.name}; say how they differ`;
      return [{ rule: 'duplicate', severity: 'warning', where: one.name, message }];
    }),
  );
}

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** Jaccard index: common words over all words. */
function commonShare(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const common = [...one].filter((word) => other.has(word)).length;
  return common / (one.size + other.size - common);
}

import { describe, expect, it } from 'vitest';
import { isToolbaseError, sha256 } from '../../src/kernel/index.ts';
import { readSkill, type SkillSource } from '../../src/manifest/index.ts';

const skill = (text: string, more: Partial<SkillSource> = {}): SkillSource => ({
  folder: 'skills/read-widths',
  text,
  otherTexts: [],
  digest: sha256('tree'),
  ...more,
});
const good = '---\nname: read-widths\ndescription: Reads widths.\nlicense: MIT\n---\n\n# Widths\n';

const codeOf = (source: SkillSource): string => {
  try {
    readSkill(source);
  } catch (thrown) {
    if (isToolbaseError(thrown)) return thrown.code;
    throw thrown;
  }
  return 'accepted';
};

describe('a skill', () => {
  it('is known by its front matter, its folder and its digest', () => {
    expect(readSkill(skill(good))).toEqual({
      name: 'read-widths',
      description: 'Reads widths.',
      path: 'skills/read-widths',
      digest: sha256('tree'),
    });
  });

  it.each([
    ['without front matter', skill('# Widths\n')],
    ['with front matter that does not end', skill('---\nname: read-widths\ndescription: x\n')],
    ['named unlike its folder', skill(good.replace('read-widths', 'other'))],
    ['whose name is no kebab-case', skill(good.replace('read-widths', 'Read_Widths'))],
    ['without a description', skill('---\nname: read-widths\n---\n')],
    ['with a description of 1025 characters', skill(good.replace('Reads widths.', 'x'.repeat(1025)))],
    ['with hidden text', skill(`${good}\u{e0041}`)],
    ['with hidden text in another file', skill(good, { otherTexts: [{ path: 'a.md', text: '\u202e' }] })],
    ['with Windows line ends', skill(good.replaceAll('\n', '\r\n'))],
  ])('is refused %s', (_, source) => {
    expect(codeOf(source)).toBe('BAD_MANIFEST');
  });

  it('is refused with front matter that is no YAML', () => {
    expect(codeOf(skill('---\nname: [\n---\n'))).toBe('BAD_YAML');
  });
});

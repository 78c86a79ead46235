import { expect, test } from 'vitest';
import { digestOf, KebabName, PackagePath, ToolkitName } from '../../src/kernel/index.ts';
import { exposedPrompts } from '../../src/lockfile/index.ts';
import { checkUniquePrompts } from '../../src/lockfile/exposed-prompts.ts';
import { interfaceDigest } from '../../src/lockfile/lock-digests.ts';
import type { LockedSkill } from '../../src/lockfile/index.ts';

const skill = (toolkit: string, ...procedures: string[]): LockedSkill => ({
  toolkit: ToolkitName.parse(toolkit),
  name: KebabName.parse('grids'),
  description: 'How to.',
  path: PackagePath.parse('skills/grids'),
  digest: digestOf('test', 'skill'),
  ...(procedures.length === 0
    ? {}
    : {
        procedures: procedures.map((name) => ({
          name: KebabName.parse(name),
          description: `To ${name}.`,
          arguments: [],
        })),
      }),
});

test('prompts are named by their skill, and sorted', () => {
  const prompts = exposedPrompts({ skills: [skill('b', 'refine', 'coarsen')] });
  expect(prompts.map(({ name }) => name)).toEqual(['grids__coarsen', 'grids__refine']);
});

test('two toolkits with one skill and one procedure of a name are refused', () => {
  expect(() => checkUniquePrompts([skill('a', 'refine'), skill('b', 'refine')])).toThrow(
    expect.objectContaining({ code: 'NAME_COLLISION' }),
  );
  expect(() => checkUniquePrompts([skill('a', 'refine'), skill('b', 'coarsen'), skill('c')])).not.toThrow();
});

test('an interface without prompts has the digest that it always had, and words of a prompt change it', () => {
  const plain = { instructions: 'Use it.', operations: {}, skills: [skill('a')] };
  // sha256 over the domain line and the RFC 8785 form, as docs/formats/lockfile.md has it.
  expect(interfaceDigest(plain)).toBe(
    digestOf('toolbase-interface-v1', {
      instructions: 'Use it.',
      skills: [digestOf('test', 'skill')],
      tools: {},
    }),
  );
  const [one, other] = ['refine', 'coarsen'].map((name) =>
    interfaceDigest({ ...plain, skills: [skill('a', name)] }),
  );
  expect(new Set([interfaceDigest(plain), one, other]).size).toBe(3);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Alias, OperationName, ToolkitName } from '../../src/kernel/index.ts';
import { decodeLoadout } from '../../src/loadout/index.ts';
import { exposedName } from '../../src/loadout/exposed-name.ts';

const TOOLKIT = ToolkitName.parse('@lab/grid');
const alias = fc.stringMatching(/^[a-z][a-z0-9]{0,7}$/).map((text) => Alias.parse(text));
const operation = fc
  .stringMatching(/^[A-Za-z][A-Za-z0-9]{0,7}(_[A-Za-z0-9]{1,7}){0,2}$/)
  .map((text) => OperationName.parse(text));

describe('the name that a model sees', () => {
  it('can be made in one way only: no prefix and name join to those of another pair', () => {
    fc.assert(
      fc.property(alias, operation, alias, operation, (oneAlias, one, otherAlias, other) => {
        const same = exposedName(TOOLKIT, oneAlias, one) === exposedName(TOOLKIT, otherAlias, other);
        expect(same).toBe(oneAlias === otherAlias && one === other);
      }),
    );
  });

  it('of a prefix that is put apart another way is no name at all', () => {
    for (const name of ['b__c', '_c', 'c_', '__c'])
      expect(OperationName.safeParse(name).success, name).toBe(false);
    for (const name of ['a_b', 'a_', 'A', '1a', 'a-b'])
      expect(Alias.safeParse(name).success, name).toBe(false);
  });

  it('holds no letter that looks like another: Latin letters, digits and underscores only', () => {
    // Cyrillic a, Greek omicron, full-width A, a dotless i, a combining mark.
    for (const twin of ['\u0430dd', 'c\u03bfunt', '\uff21dd', 'l\u0131st', 'e\u0301nergy', 'a\u200bdd']) {
      expect(OperationName.safeParse(twin).success, twin).toBe(false);
      expect(Alias.safeParse(twin).success, twin).toBe(false);
      expect(ToolkitName.safeParse(twin).success, twin).toBe(false);
    }
    const loadout = 'formatVersion: 1\ntoolkits:\n  "@l\u0430b/grid": "1"\n';
    expect(() => decodeLoadout(loadout, 'x.yaml')).toThrow(expect.objectContaining({ code: 'BAD_LOADOUT' }));
  });
});

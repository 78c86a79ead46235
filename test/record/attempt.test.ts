import { describe, expect, it } from 'vitest';
import { prettyCanonicalJson, sha256 } from '../../src/kernel/index.ts';
import { conditionId, decodeAttempt, gradeId, sealed, trialId } from '../../src/record/index.ts';
import { sampleDraft, sampleIdentity } from './sample-draft.ts';

describe('identities', () => {
  // Worked out with another implementation: json.dumps(…, sort_keys=True, separators=(',', ':')) and hashlib.
  it('of a condition and a trial are the digests that another implementation computes', () => {
    const condition = conditionId(sampleIdentity);
    expect(condition).toBe('c_e40f04e6dd3f65f8393f95cf75535cca');
    expect(trialId(condition, 2, 1003)).toBe('t_bd47dc8137ff2e20154a88b183784948');
  });

  it('differ in every part of a condition', () => {
    const other = sha256('other');
    const variants = [
      sampleIdentity,
      { ...sampleIdentity, task: other },
      { ...sampleIdentity, scaffolding: other },
      { ...sampleIdentity, prompt: other },
      { ...sampleIdentity, harness: { ...sampleIdentity.harness, version: '2' } },
      { ...sampleIdentity, harness: { ...sampleIdentity.harness, digest: other } },
      { ...sampleIdentity, loadout: null },
      { ...sampleIdentity, limits: { wallSeconds: 61 } },
    ];
    expect(new Set(variants.map(conditionId)).size).toBe(variants.length);
  });

  it('of trials differ by index and seed, of grades by whatever was graded with', () => {
    const condition = conditionId(sampleIdentity);
    expect(new Set([trialId(condition, 0, 1), trialId(condition, 1, 1), trialId(condition, 0, 2)]).size).toBe(
      3,
    );
    const inputs = {
      trial: trialId(condition, 0, 1),
      attempt: 1,
      rubric: sha256('r'),
      reference: sha256('f'),
      grader: '1',
      artifacts: sha256('a'),
    };
    const ids = [
      inputs,
      { ...inputs, rubric: sha256('s') },
      { ...inputs, grader: '2' },
      { ...inputs, attempt: 2 },
    ].map(gradeId);
    expect(new Set(ids).size).toBe(4);
  });
});

describe('a sealed attempt', () => {
  const text = prettyCanonicalJson(sealed(sampleDraft()));

  it('reads back as it was written', () => {
    expect(decodeAttempt(text, 'attempt.json')).toEqual(sealed(sampleDraft()));
  });

  it('is refused when any character of it was changed', () => {
    const accepted: string[] = [];
    for (let at = 0; at < text.length; at += 1) {
      if (/\s/.test(text[at] ?? '')) continue;
      const changed = `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
      try {
        decodeAttempt(changed, 'attempt.json');
        accepted.push(changed.slice(at - 10, at + 10));
      } catch (fault) {
        expect(['BAD_RECORD', 'BAD_JSON']).toContain((fault as { code: string }).code);
      }
    }
    expect(accepted).toEqual([]);
  });

  it('is refused when it breaks off', () => {
    expect(() => decodeAttempt(text.slice(0, -40), 'attempt.json')).toThrow(
      expect.objectContaining({ code: 'BAD_JSON' }),
    );
  });
});

import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grading } from '../../src/benchmark/index.ts';
import { loadBenchmark } from '../../src/benchmark/io/index.ts';
import { gradeSubmission, type SubmissionGrade } from '../../src/grade/grade-submission.ts';
import { canonicalJson } from '../../src/kernel/index.ts';

const benchmark = await loadBenchmark(path.resolve(import.meta.dirname, '../../benchmarks/decays'));
const grading: Grading = benchmark.tasks.get('decay_S_to_FFbar')!.grading;

// The right widths and closed forms, written otherwise than in the reference file.
const right = {
  scalar: { width_gev: 23.4649117229, formula: 'mS*y^2*(1 - (2*mf/mS)^2)^(3/2)/(8*pi)' },
  pseudoscalar: { width_gev: 12.322595987, formula: 'y**2*sqrt(mS**2 - 4*mf**2)/(8*pi)' },
  chiral: {
    width_gev: 13.0496676573,
    formula:
      'sqrt(mS**4 + m1**4 + m2**4 - 2*(mS**2*m1**2 + mS**2*m2**2 + m1**2*m2**2))*((yL**2 + yR**2)*(mS**2 - m1**2 - m2**2) - 4*yL*yR*m1*m2)/(16*pi*mS**3)',
  },
};
type Answer = Record<string, Record<string, unknown>>;
const changed = (change: (answer: Answer) => void): Answer => {
  const answer = structuredClone(right) as Answer;
  change(answer);
  return answer;
};
const gradeText = (text: string | Uint8Array): SubmissionGrade => {
  const result = gradeSubmission(
    grading,
    new Map([['answer.json', { kind: 'kept', bytes: Buffer.from(text) }]]),
  );
  // A grade that has no canonical JSON could not be recorded.
  expect(() => canonicalJson(result)).not.toThrow();
  return result;
};
const grade = (answer: unknown): SubmissionGrade => gradeText(JSON.stringify(answer));

describe('grading the scalar decays', () => {
  it('gives a right answer, in whatever form, the whole reach', () => {
    expect(grade(right)).toMatchObject({ reach: '1', verdict: 'passed', science: 'complete' });
  });

  it.each([
    ['off by 5 %', 23.464911722945112 * 1.05, '23/25'],
    ['off by a factor of 3', 23.464911722945112 * 3, '43/50'],
    ['off by a factor of 4', 23.464911722945112 * 4, '41/50'],
    ['of the wrong sign', -23.464911722945112, '41/50'],
    ['zero', 0, '41/50'],
  ])('gives a scalar width %s the credit of the tiers it reaches', (_what, width, reach) => {
    const result = grade(changed((answer) => (answer['scalar']!['width_gev'] = width)));
    expect(result).toMatchObject({ reach, verdict: 'failed', science: 'partial' });
  });

  it('takes 1 % as 1 % of the reference, by the decimals as written', () => {
    const own: Grading = {
      ...grading,
      reference: { ...(grading.reference as object), scalar: { width_gev: 20, formula: 'y' } },
    };
    const reachOf = (width: number) =>
      gradeSubmission(
        own,
        new Map([
          [
            'answer.json',
            {
              kind: 'kept' as const,
              bytes: Buffer.from(JSON.stringify(changed((a) => (a['scalar']!['width_gev'] = width)))),
            },
          ],
        ]),
      ).stages[1]?.checks[0]?.tiers.map(({ verdict }) => verdict);
    expect(reachOf(20.2)).toEqual(['passed', 'passed', 'passed']);
    expect(reachOf(19.8)).toEqual(['passed', 'passed', 'passed']);
    expect(reachOf(20.200000000000003)).toEqual(['passed', 'passed', 'failed']);
    expect(reachOf(22)).toEqual(['passed', 'passed', 'failed']);
    expect(reachOf(22.000000000000004)).toEqual(['passed', 'failed', 'failed']);
  });

  it.each([
    ['the pseudoscalar formula in place of the scalar one', 'y**2*mS/(8*pi)*sqrt(1 - 4*mf**2/mS**2)'],
    ['a formula that is off by 1e-6', '1.000001*y**2*mS/(8*pi)*(1 - 4*mf**2/mS**2)**1.5'],
    ['a number instead of a formula', '23.464911722945112'],
    ['a formula in other symbols', 'g**2*M/(8*pi)'],
    ['a formula with no value', 'y/0'],
    ['a formula whose magnitude overflows', '1.5*10^308*(1 + I)'],
    ['a program', '__import__("os").system("true")'],
    ['nothing sensible', '((((('],
  ])('gives %s no credit for the formula and keeps the rest', (_what, formula) => {
    expect(grade(changed((answer) => (answer['scalar']!['formula'] = formula))).reach).toBe('43/50');
  });

  it('sees the sign of the interference of the chiral couplings', () => {
    const formula = right.chiral.formula.replace('- 4*yL*yR', '+ 4*yL*yR');
    expect(formula).not.toBe(right.chiral.formula);
    expect(grade(changed((answer) => (answer['chiral']!['formula'] = formula))).reach).toBe('43/50');
  });

  it('grades numbers and formulas independently', () => {
    const numbersOnly = changed((answer) => {
      for (const part of Object.values(answer)) part['formula'] = '1';
    });
    expect(grade(numbersOnly).reach).toBe('29/50');
    const formulasOnly = changed((answer) => {
      for (const part of Object.values(answer)) part['width_gev'] = 1e9;
    });
    expect(grade(formulasOnly).reach).toBe('23/50');
  });
});

describe('a submission that is none', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  it.each<[string, string | Uint8Array]>([
    ['empty', ''],
    ['not JSON', 'The width is 23.46 GeV.'],
    ['JSON that breaks off', '{"scalar": {"width_gev": 23.46'],
    ['NaN', JSON.stringify(right).replace('23.4649117229', 'NaN')],
    ['a number beyond all', JSON.stringify(right).replace('23.4649117229', '1e999')],
    ['a number as text', JSON.stringify(right).replace('23.4649117229', '"23.46"')],
    ['true', JSON.stringify(right).replace('23.4649117229', 'true')],
    ['a list', '[]'],
    ['a text with the right keys in it', JSON.stringify('scalar pseudoscalar chiral width_gev formula')],
    ['a part that is missing', JSON.stringify({ scalar: right.scalar, chiral: right.chiral })],
    ['nested too deep', deep],
    ['with a key twice', '{"scalar": 1, "scalar": 2}'],
    ['with a __proto__ key', '{"__proto__": {"scalar": {"width_gev": 1}}}'],
    ['not UTF-8', new Uint8Array([0xff, 0xfe, 0x7b])],
    [
      'with a formula of a megabyte',
      JSON.stringify(changed((a) => (a['scalar']!['formula'] = '1+'.repeat(500_000)))),
    ],
  ])('%s has reach 0, with the evidence', (_what, text) => {
    const result = gradeText(text);
    expect(result).toMatchObject({ reach: '0', verdict: 'failed', science: 'undelivered' });
    expect(result.stages[0]?.checks[0]?.evidence.reason).not.toBe('');
    expect(result.stages.slice(1).every(({ open }) => !open)).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(20_000);
  });

  it('missing has reach 0 and says why there is none', () => {
    expect(gradeSubmission(grading, new Map()).stages[0]?.checks[0]?.evidence.reason).toContain(
      'not submitted',
    );
    const linked = gradeSubmission(grading, new Map([['answer.json', { kind: 'absent', reason: 'link' }]]));
    expect(linked.reach).toBe('0');
    expect(linked.stages[0]?.checks[0]?.evidence.reason).toContain('link');
  });

  it('gets a grade and no crash, whatever JSON it is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        expect(gradeText(text).reach).toBe('0');
      }),
    );
  });

  it.each([
    ['half a surrogate pair', '\ud800'],
    ['a pair where the evidence is cut', `${'a'.repeat(399)}😀😀`],
    ['control characters', '\0\u001b[31m\u202e'],
  ])('with %s in a formula gets a grade that can be recorded', (_what, formula) => {
    expect(grade(changed((answer) => (answer['scalar']!['formula'] = formula))).reach).toBe('43/50');
  });

  it('that breaks off in a surrogate pair gets a grade that can be recorded', () => {
    for (let spaces = 0; spaces < 12; spaces += 1)
      expect(gradeText(`{"scalar": ${' '.repeat(spaces)}😀😀😀😀😀😀😀😀😀😀😀😀`).reach).toBe('0');
  });

  it('gets a grade and no crash with any UTF-16 text in the right place', () => {
    const text = fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(text, (formula) => {
        expect(grade(changed((answer) => (answer['scalar']!['formula'] = formula))).verdict).toBe('failed');
      }),
    );
  });

  it('gets a grade and no crash with any values in the right places', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (width, formula) => {
        const result = grade(changed((answer) => (answer['scalar'] = { width_gev: width, formula })));
        expect(['0', '17/25', '18/25', '39/50', '43/50']).toContain(result.reach);
      }),
    );
  });
});

describe('the evidence of a check', () => {
  it('holds what was read, what was expected and how far apart they are', () => {
    const result = grade(changed((answer) => (answer['scalar']!['width_gev'] = 24)));
    expect(result.stages[1]?.checks[0]?.evidence).toEqual({
      reason: '2 of 3 tiers are reached',
      read: 24,
      expected: 23.464911722945112,
      unit: 'GeV',
      distances: [
        { quantity: '|log10(submitted/reference)|', value: expect.closeTo(0.0097924, 6) as number },
        { quantity: '|submitted/reference - 1|', value: expect.closeTo(0.0228037, 6) as number },
      ],
    });
    expect(result.stages[1]?.checks[1]?.evidence).toMatchObject({
      read: right.scalar.formula,
      reason: 'equal at 24 points within 1e-9',
    });
  });
});

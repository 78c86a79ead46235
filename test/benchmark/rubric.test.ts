import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditRubric } from '../../src/benchmark/audit-rubric.ts';
import { Rubric, stageWeight } from '../../src/benchmark/index.ts';
import { type Json, parseWith, rationalText } from '../../src/kernel/index.ts';

type Draft = Record<string, Json>;

const jsonCheck = (weight: Json, id = 'answer'): Draft => ({
  id,
  kind: 'json',
  artifact: 'answer.json',
  schema: 'answer.schema.json',
  weight,
});
const numberCheck = (tiers: Draft[]): Draft => ({
  id: 'width',
  kind: 'number',
  artifact: 'answer.json',
  pointer: '/width',
  reference: '/width',
  unit: 'GeV',
  tiers,
});
const tier = (id: string, measure: string, within: Json, weight: Json): Draft => ({
  id,
  measure,
  within,
  weight,
});
const rubric = (...stages: { id: string; checks: Draft[] }[]): Json => ({
  formatVersion: 1,
  kind: 'rubric',
  stages: stages.map((stage) => ({ title: 'A stage', ...stage })),
});
const parse = (value: Json): Rubric => parseWith(Rubric, value, 'rubric.yaml', 'BAD_BENCHMARK');

describe('the weights of a rubric', () => {
  it('are exact: ten times 0.1 is one', () => {
    const ten = Array.from({ length: 10 }, (_, i) => ({ id: `s${i}`, checks: [jsonCheck(0.1)] }));
    expect(parse(rubric(...ten)).stages).toHaveLength(10);
  });

  it.each([[0.999999999999], [1.0000000001], ['2/3'], [0]])('that sum to %s are refused', (weight) => {
    expect(() => parse(rubric({ id: 'all', checks: [jsonCheck(weight)] }))).toThrow(/sum to/);
  });

  it('of a stage are those of its checks and tiers', () => {
    const parsed = parse(
      rubric(
        { id: 'gate', checks: [jsonCheck(0.04)] },
        {
          id: 'part',
          checks: [numberCheck([tier('coarse', 'decades', 0.5, 0.4), tier('fine', 'relative', 0.01, 0.56)])],
        },
      ),
    );
    expect(parsed.stages.map((stage) => rationalText(stageWeight(stage)))).toEqual(['1/25', '24/25']);
  });

  it('sum to one for any way of cutting a whole into parts', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 12 }), (parts) => {
        const whole = parts.reduce((sum, part) => sum + part, 0);
        const stages = parts.map((part, i) => ({ id: `s${i}`, checks: [jsonCheck(`${part}/${whole}`)] }));
        expect(() => parse(rubric(...stages))).not.toThrow();
      }),
    );
  });
});

describe('a rubric is refused', () => {
  it.each<[string, Json]>([
    ['with an unknown key', { ...(rubric({ id: 'a', checks: [jsonCheck(1)] }) as Draft), bonus: true }],
    ['with an unknown check kind', rubric({ id: 'a', checks: [{ ...jsonCheck(1), kind: 'vibes' }] })],
    [
      'with a stage twice',
      rubric({ id: 'a', checks: [jsonCheck(0.5)] }, { id: 'a', checks: [jsonCheck(0.5)] }),
    ],
    ['with a check twice', rubric({ id: 'a', checks: [jsonCheck(0.5), jsonCheck(0.5)] })],
    ['with a negative weight', rubric({ id: 'a', checks: [jsonCheck(-1), jsonCheck(2, 'b')] })],
    [
      'with a tier looser than the one before it',
      rubric({
        id: 'a',
        checks: [numberCheck([tier('x', 'relative', 0.01, 0.5), tier('y', 'decades', 0.5, 0.5)])],
      }),
    ],
    [
      'with an artifact outside the workspace',
      rubric({ id: 'a', checks: [{ ...jsonCheck(1), artifact: '../x' }] }),
    ],
  ])('%s', (_why, value) => {
    expect(() => parse(value)).toThrow(expect.objectContaining({ code: 'BAD_BENCHMARK' }));
  });
});

describe('the audit of a rubric', () => {
  const artifacts = [{ path: 'answer.json', required: true, maxBytes: 1000 }];
  const width = rubric({ id: 'a', checks: [numberCheck([tier('x', 'relative', 0.01, 1)])] });

  it('finds nothing when every check has what it reads', () => {
    expect(auditRubric(parse(width), { artifacts, reference: { width: 2.5 } })).toEqual([]);
  });

  it('finds a check that reads an artifact that is not kept', () => {
    const faults = auditRubric(parse(width), { artifacts: [], reference: { width: 2.5 } });
    expect(faults).toEqual(["check a/width reads answer.json, which is not among the task's artifacts"]);
  });

  it.each<[string, Json]>([
    ['missing', {}],
    ['a text', { width: '2.5' }],
    ['zero, of which there is no relative deviation', { width: 0 }],
  ])('finds a reference number that is %s', (_why, reference) => {
    expect(auditRubric(parse(width), { artifacts, reference })).toHaveLength(1);
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CampaignGrades, GradedTrial } from '../../src/grade/index.ts';
import { parseStrictJson, rational, rationalText, sha256, sumOf } from '../../src/kernel/index.ts';
import {
  conditionId,
  type GradeRecord,
  gradeId,
  type PlannedCondition,
  sealed,
  trialId,
  type TrialEnd,
} from '../../src/record/index.ts';
import { renderSummary, summarise, Summary } from '../../src/report/index.ts';
import { writeSummary } from '../../src/report/io/index.ts';
import { sampleDraft, sampleIdentity } from '../record/sample-draft.ts';

const condition = (name: string): PlannedCondition => {
  const identity = { ...sampleIdentity, prompt: sha256(name) };
  return {
    id: conditionId(identity),
    name,
    factors: {
      task: 't',
      scaffolding: 'default',
      model: 'none',
      provider: 'none',
      harness: 'h',
      loadout: 'none',
    },
    identity,
  };
};

const ok: TrialEnd = {
  infrastructure: { kind: 'ok' },
  termination: { kind: 'completed' },
  science: { kind: 'submitted' },
};
const fault: TrialEnd = {
  infrastructure: {
    kind: 'fault',
    what: 'server_failed',
    certainty: 'certain',
    evidence: { message: 'gone' },
  },
  termination: { kind: 'interrupted' },
  science: { kind: 'submitted' },
};

/** Reach of a trial, `lost` to the infrastructure, or `pending`. */
type Fate = string;

function trial({ id }: PlannedCondition, index: number, fate: Fate): GradedTrial {
  const planned = { id: trialId(id, index, index), condition: id, index, seed: index };
  if (fate === 'pending' || fate === 'damaged')
    return { planned, attempts: [], setAside: fate === 'damaged' ? 1 : 0, grade: undefined };
  const attempt = sealed(
    sampleDraft({ trial: planned.id, condition: id, end: fate === 'lost' ? fault : ok }),
  );
  return {
    planned,
    attempts: [attempt],
    setAside: 0,
    grade: fate === 'lost' ? undefined : grade(planned.id, fate),
  };
}

function grade(id: GradeRecord['trial'], reach: string): GradeRecord {
  const verdict = reach === '1' ? ('passed' as const) : ('failed' as const);
  const inputs = {
    trial: id,
    attempt: 1,
    rubric: sha256('rubric'),
    reference: sha256('reference'),
    grader: '1',
    artifacts: sha256('artifacts'),
  };
  const evidence = { reason: 'r', read: null, expected: null, distances: [] };
  return {
    formatVersion: 1,
    kind: 'grade',
    id: gradeId(inputs),
    ...inputs,
    gradedAt: '2030-01-01T00:00:00.000Z',
    science: 'partial',
    reach,
    success: '1',
    verdict,
    stages: [
      {
        id: 'only',
        title: 'Only',
        gate: false,
        weight: '1',
        verdict,
        credit: reach,
        open: true,
        checks: [
          {
            id: 'width',
            kind: 'number',
            weight: '1',
            verdict,
            credit: reach,
            tiers: [
              { id: 'near', weight: '1/2', verdict: 'passed' },
              { id: 'nearer', weight: '1/2', verdict },
            ],
            evidence,
          },
        ],
      },
    ],
  };
}

function graded(fates: Record<string, Fate[]>): CampaignGrades {
  const conditions = Object.keys(fates).map(condition);
  const trials = conditions.flatMap((one) => fates[one.name]!.map((fate, index) => trial(one, index, fate)));
  return {
    plan: {
      formatVersion: 1,
      kind: 'campaign-plan',
      name: 'sample',
      title: 'A sample',
      benchmark: { name: 'b', version: '1.0.0' },
      seed: 1,
      conditions,
      trials: trials.map(({ planned }) => planned),
    },
    trials,
    newGrades: 0,
  };
}

describe('the summary of a campaign', () => {
  it('takes the mean of the exact reaches, and counts completion with its exact interval', () => {
    const [only] = summarise(graded({ a: ['1', '1/10', '1/5', '1', '1'] })).conditions;
    expect(only?.graded.meanReach).toEqual({ exact: '33/50', value: 0.66 });
    // 3 of 5: reference limits.
    expect(only?.graded.completion).toMatchObject({ passed: 3, of: 5, rate: 0.6 });
    expect(only?.graded.completion?.low95).toBeCloseTo(0.14663279963467313, 12);
    expect(only?.graded.completion?.high95).toBeCloseTo(0.9472550494736831, 12);
    expect(only?.checks).toEqual([
      { stage: 'only', check: 'width', tier: 'near', weight: '1/2', passed: 5, of: 5 },
      { stage: 'only', check: 'width', tier: 'nearer', weight: '1/2', passed: 3, of: 5 },
    ]);
  });

  it('shows both denominators when the infrastructure lost trials, and none of it is a zero of the agent', () => {
    const summary = summarise(graded({ a: ['1', 'lost', '1', 'pending'] }));
    const [only] = summary.conditions;
    expect(only?.trials).toMatchObject({ planned: 4, pending: 1, graded: 2, infrastructure: 1 });
    expect(only?.graded).toMatchObject({ n: 2, meanReach: { exact: '1' }, completion: { passed: 2, of: 2 } });
    expect(only?.intentionToTreat).toMatchObject({
      n: 3,
      meanReach: { exact: '2/3' },
      completion: { passed: 2, of: 3 },
    });
    expect(summary.notes.join(' ')).toMatch(/1 planned trials have not been run/);
    const text = renderSummary(summary);
    expect(text).toMatch(/^a +4 +2 +1 +1\.0000 +2\/2 /m);
    expect(text).toMatch(/^ {2}all run, missing as 0 +3 +0\.6667 +2\/3 /m);
  });

  it('counts what ended at a limit or by an error of the agent, and tells the first error on one line', () => {
    const campaign = graded({ quiet: ['1'], loud: ['0', '0', '0'] });
    const evidence = { message: `a__Op answered:\n\u001b[31mBAD_ARGUMENTS ${'x'.repeat(90)}` };
    const ends: TrialEnd['termination'][] = [
      { kind: 'completed' },
      { kind: 'limit', which: 'wall', limit: 2 },
      { kind: 'agent_error', evidence },
      { kind: 'agent_error', evidence: { message: 'another' } },
    ];
    const trials = campaign.trials.map((one, n) => ({
      ...one,
      attempts: one.attempts.map((attempt) => ({ ...attempt, end: { ...ok, termination: ends[n]! } })),
    }));
    const summary = summarise({ ...campaign, trials });
    expect(summary.conditions.map((one) => [one.trials.limited, one.trials.agentErrors])).toEqual([
      [0, 0],
      [1, 2],
    ]);
    expect(summary.conditions[1]?.firstAgentError).toBe(`a__Op answered: BAD_ARGUMENTS ${'x'.repeat(90)}`);
    const line = renderSummary(summary)
      .split('\n')
      .find((one) => one.startsWith('loud: '));
    expect(line).toBe(`loud: limit 1, error 2: a__Op answered: BAD_ARGUMENTS ${'x'.repeat(25)}~`);
    expect(renderSummary(summary)).not.toContain('quiet: ');
  });

  it('does not call a trial whose record was damaged one that was not run', () => {
    const summary = summarise(graded({ a: ['1', 'damaged'] }));
    expect(summary.conditions[0]?.trials).toMatchObject({ pending: 1, setAside: 1, graded: 1 });
    expect(summary.notes.join(' ')).toContain('1 trials were run, but their record was damaged');
    expect(summary.notes.join(' ')).not.toContain('not been run');
  });

  it('has no number where there is nothing to count', () => {
    const [only] = summarise(graded({ a: ['lost', 'pending'] })).conditions;
    expect(only?.graded).toEqual({ n: 0, meanReach: null, completion: null });
    expect(only?.gradedBy).toBeNull();
  });

  it('agrees with the mean of the grades for any fates', () => {
    const fate = fc.oneof(
      fc.constantFrom('lost', 'pending', '0', '1'),
      fc.nat(25).map((n) => rationalText(rational(`${n}/25`))),
    );
    fc.assert(
      fc.property(fc.array(fate, { minLength: 1, maxLength: 12 }), (fates) => {
        const campaign = graded({ a: fates });
        const [only] = summarise(campaign).conditions;
        const reaches = campaign.trials.flatMap((one) =>
          one.grade === undefined ? [] : [rational(one.grade.reach)],
        );
        const mean = reaches.length === 0 ? undefined : sumOf(reaches).div(rational(reaches.length));
        expect(only?.graded.meanReach?.exact).toBe(mean === undefined ? undefined : rationalText(mean));
        expect(Summary.safeParse(summarise(campaign)).success).toBe(true);
      }),
    );
  });
});

describe('the text of a summary', () => {
  it('is this, for two scripted baselines', () => {
    expect(renderSummary(summarise(graded({ core: ['0', '0', '0'], domain: ['1', '1', '1'] })))).toBe(
      `sample: A sample
benchmark b 1.0.0, seed 1

Scripted baselines, no model: these numbers test tools and grading and say
nothing about any agent.
Intervals are exact (Clopper-Pearson) 95 % intervals of the completion rate, for
these trials of these tasks; nothing beyond them is claimed.

condition                trials graded infra mean reach  complete     exact 95 %
--------------------------------------------------------------------------------
core                          3      3     0     0.0000       0/3   0.0% - 70.8%
domain                        3      3     0     1.0000       3/3 29.2% - 100.0%

reach: the weights of the checks that passed, 0 to 1 (a failed gate takes what
comes after it). complete: trials of a reach that the rubric counts as success.
infra: trials without a grade, for reasons of the infrastructure.

checks of core                                               weight     passed
------------------------------------------------------------------------------
only/width near                                                 0.5        3/3
only/width nearer                                               0.5        0/3

checks of domain                                             weight     passed
------------------------------------------------------------------------------
only/width near                                                 0.5        3/3
only/width nearer                                               0.5        3/3
`,
    );
  });

  it('keeps to 80 columns of plain ASCII, whatever the names', () => {
    const name = fc.stringMatching(/^[a-z][a-z0-9]{0,63}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
        fc.stringMatching(/^[!-~ ]{1,120}$/),
        (names, title) => {
          const campaign = graded(Object.fromEntries(names.map((each) => [each, ['1', 'lost']])));
          const text = renderSummary(summarise({ ...campaign, plan: { ...campaign.plan, title } }));
          expect(text).toMatch(/^[\n -~]*$/);
          expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
        },
      ),
    );
  });
});

describe('writing a summary', () => {
  it('writes strict JSON and the text beside it, equal bytes each time', async () => {
    const out = await mkdtemp(path.join(tmpdir(), 'toolbase-summary-'));
    try {
      const summary = summarise(graded({ core: ['0', 'lost'], domain: ['1', '2/3'] }));
      const paths = await writeSummary(out, summary);
      const bytes = await readFile(paths.json, 'utf8');
      expect(Summary.parse(parseStrictJson(bytes, paths.json))).toEqual(summary);
      expect(await readFile(paths.text, 'utf8')).toBe(renderSummary(summary));
      await writeSummary(out, summarise(graded({ core: ['0', 'lost'], domain: ['1', '2/3'] })));
      expect(await readFile(paths.json, 'utf8')).toBe(bytes);
    } finally {
      await rm(out, { recursive: true, force: true });
    }
  });
});

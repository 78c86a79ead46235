import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RunEvent } from '../../../src/campaign/io/index.ts';
import { type GradeEvent, gradeCampaign } from '../../../src/grade/io/index.ts';
import { sha256 } from '../../../src/kernel/index.ts';
import { type AttemptRecord, decodeAttempt } from '../../../src/record/index.ts';
import { readPlan, recordPaths } from '../../../src/record/io/index.ts';
import { summarise } from '../../../src/report/index.ts';
import { type DecaysFolder, decaysFolder } from '../decays-folder.ts';

let decays: DecaysFolder;
beforeEach(async () => {
  decays = await decaysFolder();
});
afterEach(async () => await decays.remove());

const grade = async (benchmark?: string) =>
  await gradeCampaign({
    out: decays.out,
    benchmark,
    nowMs: () => Date.UTC(2030, 0, 3),
    onEvent: () => undefined,
  });
const only = <T extends RunEvent['type']>(events: RunEvent[], type: T): Extract<RunEvent, { type: T }>[] =>
  events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type);
const attempt = async (condition: string, index: number, n = 1): Promise<AttemptRecord> => {
  const plan = await readPlan(decays.out);
  const { id } = plan.conditions.find(({ name }) => name === condition)!;
  const trial = plan.trials.find((one) => one.condition === id && one.index === index)!;
  const file = path.join(recordPaths(decays.out).attempt(trial.id, n), 'attempt.json');
  return decodeAttempt(await readFile(file, 'utf8'), file);
};
const folderOf = ({ trial, attempt: n }: AttemptRecord): string => recordPaths(decays.out).attempt(trial, n);

describe('the campaign of the scripted baselines', () => {
  it('runs, is graded and summarised: nothing for doing nothing, everything for using the tool', async () => {
    const { result, events } = await decays.run();
    expect(result).toMatchObject({
      planned: 6,
      alreadyDone: 0,
      attempted: 6,
      infrastructureFailed: 0,
      open: 0,
      cancelled: false,
    });
    expect(only(events, 'trial-ended')).toHaveLength(6);
    const summary = summarise(await grade());
    expect(summary.scriptedOnly).toBe(true);
    const [core, domain] = summary.conditions;
    expect(core).toMatchObject({
      name: 'core',
      graded: { meanReach: { exact: '0' }, completion: { passed: 0, of: 3 } },
    });
    expect(domain).toMatchObject({
      name: 'domain',
      graded: { meanReach: { exact: '1' }, completion: { passed: 3, of: 3 } },
    });
    expect(domain?.graded.completion?.low95).toBeCloseTo(0.025 ** (1 / 3), 10);
    expect(core?.graded.completion?.high95).toBeCloseTo(1 - 0.025 ** (1 / 3), 10);
    expect(domain?.checks).toHaveLength(13);
    expect(domain?.checks.every(({ passed, of }) => passed === 3 && of === 3)).toBe(true);
  });

  it('records what each agent had, did and left', async () => {
    await decays.run();
    const record = await attempt('domain', 0);
    expect(record.end).toEqual({
      infrastructure: { kind: 'ok' },
      termination: { kind: 'completed' },
      science: { kind: 'submitted' },
    });
    expect(record.artifacts.kept.map(({ path: name }) => name)).toEqual(['answer.json']);
    expect(record.artifacts.refused).toEqual([{ path: 'derivation.md', reason: 'missing' }]);
    const kept = await readFile(path.join(folderOf(record), 'workspace', 'answer.json'));
    expect(sha256(kept)).toBe(record.artifacts.kept[0]?.digest);
    const object = async (digest: string) =>
      await readFile(path.join(decays.out, 'objects', digest.replace('sha256:', '')), 'utf8');
    expect(await object(record.inputs.lock!)).toBe(await readFile(decays.lock, 'utf8'));
    expect(await object(record.inputs.prompt)).toContain('Three decay widths of a scalar');
    expect(await object(record.inputs.harness)).toContain('symbolic__ComputeDecayRate');
    expect(record.inputs.workspace.map((file) => file.path)).toEqual(['answer.schema.json']);
    expect(record.logs.map((log) => log.path)).toEqual(['events.jsonl', 'calls.jsonl']);
    const events = (await readFile(path.join(folderOf(record), 'events.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n');
    expect(events.map((line) => (JSON.parse(line) as { event: { type: string } }).event.type)).toEqual([
      'listed',
      ...['call', 'result', 'call', 'result', 'call', 'result'],
      'wrote',
      'server-ended',
    ]);
    const core = await attempt('core', 2);
    expect(core.identity.loadout).toBeNull();
    expect(core.seed).toBe(1003);
    expect(core.end.science).toEqual({ kind: 'incomplete', missing: ['answer.json'] });
  });

  it('says in the events of an attempt when the server left no log of its calls', async () => {
    await decays.run('logs-nothing');
    const events = await readFile(path.join(folderOf(await attempt('domain', 0)), 'events.jsonl'), 'utf8');
    expect(events.trimEnd().split('\n').at(-1)).toContain('the server left no log of 3 calls');
  });

  it('has the same ids wherever it is run and however it is served', async () => {
    await decays.run();
    const plan = await readPlan(decays.out);
    const other = await decaysFolder();
    try {
      await other.run('refuses');
      expect(await readPlan(other.out)).toEqual(plan);
    } finally {
      await other.remove();
    }
  });

  it('keeps no path, host or clock in its plan', async () => {
    await decays.run();
    const text = await readFile(path.join(decays.out, 'campaign.json'), 'utf8');
    expect(text).not.toContain(decays.root);
    expect(text).not.toMatch(/20\d\d-\d\d-\d\d/);
  });
});

describe('running a campaign again', () => {
  it('keeps out of a folder of something else, and of a file', async () => {
    await mkdir(decays.out);
    await writeFile(path.join(decays.out, 'thesis.tex'), 'text');
    await expect(decays.run()).rejects.toMatchObject({
      code: 'ALREADY_EXISTS',
      message: expect.stringMatching(/holds no campaign but other files \(thesis\.tex\)$/) as unknown,
    });
    expect(await readdir(decays.out)).toEqual(['thesis.tex']);
    await rm(decays.out, { recursive: true });
    await writeFile(decays.out, 'text');
    await expect(decays.run()).rejects.toMatchObject({
      code: 'NOT_WRITABLE',
      message: expect.stringContaining('a file, and a folder is needed') as unknown,
    });
  });

  it('does nothing when everything is sealed, and says so', async () => {
    await decays.run();
    const { result } = await decays.run();
    expect(result).toMatchObject({ planned: 6, alreadyDone: 6, attempted: 0, open: 0 });
  });

  it('goes on where it was cancelled, and runs the cancelled trial again', async () => {
    const stopping = new AbortController();
    const { result } = await decays.run('sound', {
      signal: stopping.signal,
      onEvent: (event) => {
        if (event.type === 'trial-started' && event.nth === 4) stopping.abort();
      },
    });
    expect(result).toMatchObject({ attempted: 3, open: 3, cancelled: true });
    const again = await decays.run();
    expect(again.result).toMatchObject({ alreadyDone: 3, attempted: 3, open: 0 });
    expect(only(again.events, 'trial-started')[0]?.attempt).toBe(2);
    expect((await grade()).trials.every(({ grade: given }) => given !== undefined)).toBe(true);
  });

  it('runs added trials and conditions and leaves the rest alone', async () => {
    await decays.run();
    const before = await readPlan(decays.out);
    await decays.edit('campaigns/scripted.yaml', 'trials: 3', 'trials: 5');
    await decays.edit(
      'campaigns/scripted.yaml',
      'conditions:',
      'conditions:\n  toolless: { task: decay_S_to_FFbar, harness: do-nothing, loadout: symbolic-eda }',
    );
    const { result } = await decays.run();
    expect(result).toMatchObject({ planned: 15, alreadyDone: 6, attempted: 9 });
    const after = await readPlan(decays.out);
    const order = after.trials.map(({ id }) => id);
    const kept = before.trials.map(({ id }) => order.indexOf(id));
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
  });

  it.each<[string, string, string, RegExp, string]>([
    ['another prompt', 'tasks/decay_S_to_FFbar/prompt.md', 'scaffolding, prompt', /Work out/, 'Find'],
    [
      'another script',
      'campaigns/scripts/nothing.yaml',
      'harness',
      /- do: nothing/,
      '- do: nothing\n  - do: nothing',
    ],
    ['another limit', 'campaigns/scripted.yaml', 'limits', /wallSeconds: 120/, 'wallSeconds: 121'],
    ['another seed', 'campaigns/scripted.yaml', 'its seed is 1001', /seed: 1001/, 'seed: 7'],
    [
      'fewer trials',
      'campaigns/scripted.yaml',
      'it has 3 trials of each condition, not 2',
      /trials: 3/,
      'trials: 2',
    ],
    ['a condition less', 'campaigns/scripted.yaml', 'condition core is gone', /core:/, 'nucleus:'],
  ])('with %s is refused before anything is run', async (_what, file, said, from, to) => {
    await decays.run();
    await decays.edit(file, from, to);
    await expect(decays.run()).rejects.toMatchObject({
      code: 'BAD_CAMPAIGN',
      message: expect.stringContaining(said) as string,
    });
  });

  it('with another script is told that alone', async () => {
    await decays.run();
    await decays.edit('campaigns/scripts/nothing.yaml', /- do: nothing/, '- do: nothing\n  - do: nothing');
    await expect(decays.run()).rejects.toMatchObject({
      message: `${decays.out} was begun with a different campaign: condition core has another harness or script`,
    });
  });

  it('with another rubric is not another campaign: it is only graded anew, beside the old grades', async () => {
    await decays.run();
    const first = await grade();
    expect(first.newGrades).toBe(6);
    expect((await grade()).newGrades).toBe(0);
    await decays.edit('tasks/decay_S_to_FFbar/rubric.yaml', 'success: 1', 'success: 0.5');
    expect((await decays.run()).result.attempted).toBe(0);
    const second = await grade();
    expect(second.newGrades).toBe(6);
    const files = await readdir(recordPaths(decays.out).grades(first.trials[0]!.planned.id));
    expect(files.sort()).toEqual(
      [`${first.trials[0]!.grade!.id}.json`, `${second.trials[0]!.grade!.id}.json`].sort(),
    );
  });

  it('quarantines a torn record and what was interrupted, and runs both again', async () => {
    await decays.run();
    const torn = await attempt('domain', 1);
    await writeFile(path.join(folderOf(torn), 'attempt.json'), '{"formatVersion": 1, "ki');
    const lost = await attempt('core', 0);
    await rm(folderOf(lost), { recursive: true });
    await mkdir(path.join(recordPaths(decays.out).running, `${lost.trial}.1`, 'workspace'), {
      recursive: true,
    });
    const { result, events } = await decays.run();
    expect(
      only(events, 'quarantined')
        .map(({ trial }) => trial)
        .sort(),
    ).toEqual([torn.trial, lost.trial].sort());
    expect(result).toMatchObject({ alreadyDone: 4, attempted: 2, open: 0 });
    expect((await attempt('domain', 1, 2)).end.termination.kind).toBe('completed');
    expect(summarise(await grade()).conditions.map(({ graded }) => graded.n)).toEqual([3, 3]);
  });
});

describe('grading what was changed after it was sealed', () => {
  it('sets the attempt aside, says so, and goes on with the others', async () => {
    await decays.run();
    const edited = await attempt('domain', 1);
    await writeFile(path.join(folderOf(edited), 'workspace', 'answer.json'), '{}');
    const told: GradeEvent[] = [];
    const grades = await gradeCampaign({
      out: decays.out,
      nowMs: () => 0,
      onEvent: (event) => told.push(event),
    });
    expect(told.filter(({ type }) => type === 'quarantined')).toMatchObject([
      { trial: edited.trial, reason: expect.stringContaining('was changed after') as string },
    ]);
    expect(summarise(grades).conditions[1]?.trials).toMatchObject({ graded: 2, setAside: 1 });
    expect((await decays.run()).result).toMatchObject({ attempted: 1, open: 0 });
  });
});

describe('a trial whose infrastructure fails', () => {
  it('without the locked tools is invalid and not graded, and both denominators are told', async () => {
    const { result } = await decays.run('changes-a-tool');
    expect(result).toMatchObject({ attempted: 6, infrastructureFailed: 3, open: 3, awaitingRetry: 0 });
    expect(result.faults).toEqual([
      {
        condition: 'domain',
        trials: 3,
        message: 'different from the lock: symbolic__ComputeDecayRate, symbolic__ListStructures',
      },
    ]);
    expect((await attempt('domain', 0)).end).toMatchObject({
      infrastructure: { kind: 'invalid', reason: 'loadout_missing' },
      termination: { kind: 'not_started' },
      science: { kind: 'none' },
    });
    const [, domain] = summarise(await grade()).conditions;
    expect(domain).toMatchObject({
      trials: { planned: 3, graded: 0, invalid: 3, infrastructure: 0, pending: 0 },
      graded: { n: 0, meanReach: null, completion: null },
      intentionToTreat: { n: 3, meanReach: { exact: '0' }, completion: { passed: 0, of: 3 } },
    });
    // Once the cause is removed the same command does what never began.
    expect((await decays.run()).result).toMatchObject({ alreadyDone: 3, attempted: 3, open: 0 });
  });

  it('is tried again only when asked, and at most three times in all', async () => {
    expect((await decays.run('dies')).result.faults[0]?.message).toMatch(
      /exit status 134; it said: out of memory$/,
    );
    expect((await decays.run('dies')).result).toMatchObject({
      alreadyDone: 3,
      attempted: 0,
      open: 3,
      awaitingRetry: 3,
    });
    expect((await decays.run('dies', { retryInfrastructure: true })).result).toMatchObject({
      attempted: 3,
      open: 3,
    });
    expect((await attempt('domain', 0, 2)).end.infrastructure).toMatchObject({
      kind: 'fault',
      what: 'server_failed',
      certainty: 'certain',
      evidence: { exitCode: 134 },
    });
    expect((await decays.run('sound', { retryInfrastructure: true })).result).toMatchObject({
      attempted: 3,
      open: 0,
    });
    const [, domain] = summarise(await grade()).conditions;
    expect(domain?.trialList.map(({ attempts, reach }) => [attempts, reach])).toEqual([
      [3, '1'],
      [3, '1'],
      [3, '1'],
    ]);
  });
});

describe('a trial that its agent could not finish', () => {
  it('is told with what the first one met', async () => {
    const { result } = await decays.run('fails');
    expect(result).toMatchObject({ agentErrors: 3, infrastructureFailed: 0, limited: 0, open: 0 });
    expect(result.firstAgentError).toMatch(
      /^symbolic__ComputeDecayRate answered with an error: .*BAD_ARGUMENTS: no such field/,
    );
  });
});

describe('a trial at its limit', () => {
  it('is ended with everything it started, and what it left is graded', async () => {
    await decays.edit('campaigns/scripted.yaml', 'wallSeconds: 120', 'wallSeconds: 2');
    await decays.edit('campaigns/scripted.yaml', 'trials: 3', 'trials: 1');
    await decays.edit(
      'campaigns/scripts/compute-decay-rate.yaml',
      'steps:',
      "steps:\n  - { do: write, path: answer.json, text: '{}' }",
    );
    const { result } = await decays.run('hangs');
    expect(result).toMatchObject({ infrastructureFailed: 0, open: 0, limited: 1, agentErrors: 0 });
    const record = await attempt('domain', 0);
    expect(record.end.termination).toEqual({ kind: 'limit', which: 'wall', limit: 2 });
    expect(record.wallMs).toBeGreaterThanOrEqual(2000);
    const [, domain] = summarise(await grade()).conditions;
    expect(domain?.trials).toMatchObject({ graded: 1, limited: 1 });
    expect(await readFile(path.join(folderOf(record), 'workspace', 'answer.json'), 'utf8')).toBe('{}');
  });
});

import { readFile, rm, writeFile } from 'node:fs/promises';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DecaysFolder, decaysFolder } from '../decays-folder.ts';

let decays: DecaysFolder;
beforeEach(async () => {
  decays = await decaysFolder();
});
afterEach(async () => await decays.remove());

const file = 'campaigns/scripted.yaml';
const refused = async (code: string, said: string | RegExp): Promise<void> => {
  await expect(decays.run()).rejects.toMatchObject({ code, message: expect.stringMatching(said) as string });
  // Nothing is begun by a campaign that is not sound.
  expect(await readdir(decays.root)).not.toContain('out');
};

describe('a campaign is refused, with nothing written,', () => {
  it.each<[string, string | RegExp, string, string, string]>([
    [
      'with an unknown key',
      'seed: 1001',
      'seed: 1001\nparallel: 4',
      'BAD_CAMPAIGN',
      'unknown key "parallel"',
    ],
    [
      'with an unknown key in a condition',
      /harness: do-nothing/,
      'harness: do-nothing\n    temperature: 0',
      'BAD_CAMPAIGN',
      '/conditions/core: unknown key',
    ],
    [
      'of an unknown format version',
      'formatVersion: 1',
      'formatVersion: 2',
      'BAD_CAMPAIGN',
      '/formatVersion',
    ],
    [
      'that is a benchmark',
      'kind: campaign',
      'kind: benchmark',
      'BAD_CAMPAIGN',
      'is a benchmark, and a campaign is needed',
    ],
    [
      'with an agent program for a harness',
      'kind: scripted',
      'kind: claude-code',
      'BAD_CAMPAIGN',
      'no agent program yet',
    ],
    ['with a model', 'model: none', 'model: some-model', 'BAD_CAMPAIGN', 'scripts, which ask no model'],
    [
      'naming an unknown task',
      'task: decay_S_to_FFbar',
      'task: decay_S_to_VV',
      'BAD_CAMPAIGN',
      'no task decay_S_to_VV',
    ],
    [
      'naming an unknown variant',
      'scaffolding: default',
      'scaffolding: guided',
      'BAD_CAMPAIGN',
      'no variant guided',
    ],
    [
      'naming an unknown harness',
      'harness: do-nothing',
      'harness: claude',
      'BAD_CAMPAIGN',
      'no harness claude',
    ],
    [
      'naming an unknown loadout',
      'loadout: symbolic-eda',
      'loadout: symbolic',
      'BAD_CAMPAIGN',
      'no loadout symbolic',
    ],
    [
      'asking for a model of a scripted harness',
      'model: none',
      'model: gpt-5',
      'BAD_CAMPAIGN',
      '/conditions/core/model',
    ],
    [
      'with a harness of an unknown kind',
      'kind: scripted, script',
      'kind: oracle, script',
      'BAD_CAMPAIGN',
      '/harnesses/do-nothing',
    ],
    [
      'with a script that is not there',
      'scripts/nothing.yaml',
      'scripts/none.yaml',
      'NOT_FOUND',
      'none.yaml',
    ],
    [
      'with a benchmark that is not there',
      'benchmark: ..',
      'benchmark: ../../widths',
      'NOT_FOUND',
      'benchmark.yaml',
    ],
    ['without a trial', 'trials: 3', 'trials: 0', 'BAD_CAMPAIGN', '/trials'],
    ['without a limit', /limits:\n\s+wallSeconds: 120\n/, '', 'BAD_CAMPAIGN', '/limits'],
    [
      'with two conditions that are the same',
      'conditions:',
      'conditions:\n  twin: { task: decay_S_to_FFbar, harness: do-nothing }',
      'BAD_CAMPAIGN',
      'core and twin are the same',
    ],
    [
      'calling an operation without a loadout',
      'loadout: symbolic-eda\n',
      'loadout: none\n',
      'UNKNOWN_OPERATION',
      'condition domain',
    ],
    ['with a duplicate key', 'seed: 1001', 'seed: 1001\nseed: 1002', 'BAD_YAML', 'scripted.yaml'],
  ])('%s', async (_why, from, to, code, said) => {
    await decays.edit(file, from, to);
    await refused(code, said);
  });

  it('naming a lock that is not there', async () => {
    await rm(decays.lock);
    await refused('NOT_FOUND', /loadout symbolic-eda: .*symbolic-eda.lock/);
  });

  it('naming a lock with one byte changed', async () => {
    await writeFile(
      decays.lock,
      (await readFile(decays.lock, 'utf8')).replace('Widths in GeV', 'Widths in MeV'),
    );
    await refused('LOCK_DAMAGED', /loadout symbolic-eda/);
  });

  it('whose script calls an operation that its loadout does not expose', async () => {
    await decays.edit(
      'campaigns/scripts/compute-decay-rate.yaml',
      'symbolic__ComputeDecayRate',
      'symbolic__Cheat',
    );
    await refused('UNKNOWN_OPERATION', /symbolic__Cheat/);
  });

  it('with the name that was meant, of an operation and of a level', async () => {
    const hint = async (): Promise<unknown> =>
      decays.run().then(
        () => 'ran',
        (error: unknown) => (error as { hint?: string }).hint,
      );
    const script = 'campaigns/scripts/compute-decay-rate.yaml';
    await decays.edit(script, 'symbolic__ComputeDecayRate', 'symbolic__ComputeDecayRat');
    expect(await hint()).toBe('Did you mean symbolic__ComputeDecayRate?');
    await decays.edit('campaigns/scripted.yaml', 'harness: tool-caller', 'harness: tool-calller');
    expect(await hint()).toBe('Did you mean tool-caller?');
  });

  it('whose script has an unknown key', async () => {
    await decays.edit('campaigns/scripts/nothing.yaml', 'steps:', 'loop: true\nsteps:');
    await refused('BAD_CAMPAIGN', /nothing.yaml/);
  });

  it('when it is not there itself', async () => {
    await rm(decays.campaign);
    await refused('NOT_FOUND', /scripted.yaml/);
  });
});

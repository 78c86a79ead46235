import { sha256 } from '../../src/kernel/index.ts';
import { type AttemptDraft, type ConditionIdentity, conditionId, trialId } from '../../src/record/index.ts';

export const sampleIdentity: ConditionIdentity = {
  task: sha256('task'),
  scaffolding: sha256('variant'),
  prompt: sha256('prompt'),
  model: null,
  provider: null,
  harness: { kind: 'scripted', version: '1', digest: sha256('script') },
  loadout: { interfaceDigest: sha256('interface'), lockDigest: sha256('lock') },
  limits: { wallSeconds: 60 },
};

/** A completed attempt that handed in nothing. */
export const sampleDraft = (extra: Partial<AttemptDraft> = {}): AttemptDraft => ({
  formatVersion: 1,
  kind: 'attempt',
  trial: trialId(conditionId(sampleIdentity), 0, 1001),
  condition: conditionId(sampleIdentity),
  attempt: 1,
  index: 0,
  seed: 1001,
  identity: sampleIdentity,
  inputs: { prompt: sha256('prompt'), harness: sha256('script'), lock: null, workspace: [] },
  versions: { toolbase: '0.1.0', node: 'v20.20.2', platform: 'linux-x64' },
  startedAt: '2030-01-02T03:04:05.000Z',
  endedAt: '2030-01-02T03:04:06.000Z',
  wallMs: 1000,
  end: {
    infrastructure: { kind: 'ok' },
    termination: { kind: 'completed' },
    science: { kind: 'incomplete', missing: ['answer.json'] },
  },
  artifacts: { kept: [], refused: [{ path: 'answer.json', reason: 'missing' }] },
  logs: [],
  ...extra,
});

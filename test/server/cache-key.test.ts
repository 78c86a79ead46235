import { expect, it } from 'vitest';
import type { MachineValues } from '../../src/host/index.ts';
import { sha256 } from '../../src/kernel/index.ts';
import { type CallIdentity, cacheKey } from '../../src/server/cache-key.ts';
import { decayLock } from '../harness/decay-lock.ts';

const [operation] = Object.values(decayLock().operations);
const deterministic = { ...operation!, effects: { ...operation!.effects, deterministic: true, writes: [] } };
const machine: MachineValues = {
  settings: { n_threads: 2 },
  secrets: {},
  externals: { form: { path: '/usr/bin/form', version: '4.3.1' } },
};
const call: CallIdentity = {
  treeDigest: sha256('tree'),
  operation: deterministic,
  argumentsDigest: sha256('arguments'),
  reads: [{ path: 'in/a.txt', digest: sha256('a') }],
  machine,
  environments: { analysis: 'key-1' },
  platform: 'v20.20.2 linux x64',
};

it.each<[string, Partial<CallIdentity>]>([
  ['of the toolkit has', { treeDigest: sha256('another tree') }],
  ['is called', { operation: { ...deterministic, operation: 'Another' as never } }],
  ['is asked', { argumentsDigest: sha256('other arguments') }],
  ['is read', { reads: [{ path: 'in/a.txt', digest: sha256('b') }] }],
  ['is read from', { reads: [{ path: 'in/b.txt', digest: sha256('a') }] }],
  ['is set', { machine: { ...machine, settings: { n_threads: 3 } } }],
  [
    'version a program has',
    { machine: { ...machine, externals: { form: { path: '/usr/bin/form', version: '4.3.2' } } } },
  ],
  ['an environment holds', { environments: { analysis: 'key-2' } }],
  ['it runs on', { platform: 'v24.1.0 linux x64' }],
])('a call is another one when what %s differs', (_what, other) => {
  expect(cacheKey({ ...call, ...other })).not.toBe(cacheKey(call));
  expect(cacheKey({ ...call, ...other })).toMatch(/^sha256:/);
});

it('a call is the same wherever a program of the same version is', () => {
  const moved = { ...machine, externals: { form: { path: '/opt/form', version: '4.3.1' } } };
  expect(cacheKey({ ...call, machine: moved })).toBe(cacheKey({ ...call, machine: { ...machine } }));
});

it.each<[string, Partial<CallIdentity>]>([
  [
    'is not declared deterministic',
    { operation: { ...deterministic, effects: { ...deterministic.effects, deterministic: false } } },
  ],
  [
    'writes files',
    { operation: { ...deterministic, effects: { ...deterministic.effects, writes: ['out'] } } },
  ],
  ['was given a secret', { machine: { ...machine, secrets: { token: 'x' } } }],
  ['reads what is no regular file', { reads: [{ path: 'in', digest: null }] }],
])('a call that %s has no key', (_what, other) => {
  expect(cacheKey({ ...call, ...other })).toBeUndefined();
});

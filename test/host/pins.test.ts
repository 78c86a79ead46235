import { expect, test } from 'vitest';
import { contained, CONTAINMENTS, onceContained } from '../../src/host/containment.ts';
import { hostEnvironment } from '../../src/host/host-environment.ts';
import { HOST_LIMITS } from '../../src/host/io/index.ts';
import { HOST_LINE_MAX_BYTES, HOST_PROTOCOL_VERSION } from '../../src/host/protocol.ts';

// What hosts and users can observe, as literals: a change here is a change for them.

test('a host inherits these variables and no other', () => {
  // It has every variable, and lists some, so that neither a name too many nor a copy of the whole goes unseen.
  const listed = { AWS_SECRET_ACCESS_KEY: 'x', LD_PRELOAD: 'x', NODE_OPTIONS: 'x', PYTHONPATH: 'x' };
  const everything = new Proxy<Record<string, string>>(listed, { get: (_target, name) => String(name) });
  expect(Object.keys(hostEnvironment(everything)).sort()).toEqual([
    'HOME',
    'LANG',
    'LC_ALL',
    'LC_CTYPE',
    'LOGNAME',
    'PATH',
    'TMPDIR',
    'TOOLBASE_HOME',
    'TZ',
    'USER',
    'XDG_CACHE_HOME',
  ]);
});

test('variables that a manifest maps come on top, and absent ones are not invented', () => {
  expect(hostEnvironment({ PATH: '/bin', SECRET: 's' }, { PORT: '1', PATH: '/opt' })).toEqual({
    PATH: '/opt',
    PORT: '1',
  });
});

test('hosts are contained by these commands', () => {
  const inner = { command: '/usr/bin/node', args: ['host.js', '--x; rm -rf /'] };
  const rest = [
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
    '--',
    '/usr/bin/node',
    'host.js',
    '--x; rm -rf /',
  ];
  expect(CONTAINMENTS.map((each) => contained(each, inner))).toEqual([
    { command: 'setpriv', args: ['--pdeathsig', 'KILL', 'unshare', ...rest] },
    { command: 'setpriv', args: ['--pdeathsig', 'KILL', 'unshare', '--user', '--map-current-user', ...rest] },
    inner,
  ]);
});

test('what begins inside a containment gets its arguments as they are, and no variable more', () => {
  const inner = { command: 'node', args: ['host.js', '$(x); rm -rf /'] };
  expect(onceContained(4, { PATH: '/bin', PWD: '/given' }, inner)).toEqual({
    command: '/bin/sh',
    args: [
      '-c',
      'echo >&4 && read -r go <&4 && unset OLDPWD && unset SHLVL && exec "$@" 4>&-',
      'sh',
      'node',
      'host.js',
      '$(x); rm -rf /',
    ],
  });
});

test('the numbers of the host protocol are these', () => {
  expect([HOST_PROTOCOL_VERSION, HOST_LINE_MAX_BYTES]).toEqual([1, 67_108_864]);
  expect({ ...HOST_LIMITS, idleMs: HOST_LIMITS.idleMs?.() }).toEqual({
    ...{ callMs: 43_200_000, abandonMs: 1000, idleMs: 1_800_000 },
  });
});

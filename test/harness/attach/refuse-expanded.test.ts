import { expect, it } from 'vitest';
import { ATTACHABLES, type AttachableId } from '../../../src/harness/attach/attachables.ts';
import { refuseExpanded } from '../../../src/harness/attach/refuse-expanded.ts';

const launchIn = (folder: string) => ({
  command: '/usr/bin/node',
  args: ['/opt/tb/bin/run.js', 'serve', `${folder}/x.lock`],
  variables: { TOOLBASE_HOME: `${folder}/home` },
  passed: ['LAB_KEY'],
});

it.each<[AttachableId, string]>([
  ['claude-code', '/lab/${HOME}'],
  ['cursor', '/lab/${env:HOME}'],
  ['vscode', '/lab/${userHome}'],
  ['windsurf', '/lab/${env:HOME}'],
  ['gemini-cli', '/lab/$HOME'],
  ['gemini-cli', '/lab/${HOME}'],
  ['opencode', '/lab/{file:/etc/passwd}'],
  ['opencode-2', '/lab/{env:HOME}'],
])('%s is not given a path in which it would put something else: %s', (id, folder) => {
  expect(() => refuseExpanded(ATTACHABLES[id], launchIn(folder))).toThrow(
    expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(folder) as string }),
  );
});

it.each<[AttachableId, string]>([
  ['claude-code', '/lab/cost $5 {a}'],
  ['gemini-cli', '/lab/cost $5 {env:HOME}'],
  ['opencode', '/lab/${HOME}'],
  ['codex', '/lab/${HOME}/{env:HOME}'],
  ['zed', '/lab/${HOME}/{env:HOME}'],
])('%s is given a path that it takes as it is: %s', (id, folder) => {
  expect(() => refuseExpanded(ATTACHABLES[id], launchIn(folder))).not.toThrow();
});

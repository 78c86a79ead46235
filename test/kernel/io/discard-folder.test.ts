import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardFolder } from '../../../src/kernel/io/index.ts';
import { ownFolders } from '../../../src/server/io/http/session-folders.ts';
import { makeWorkspace } from '../../../src/trial/io/workspace.ts';

const NOBODY = 65_534;
const isRoot = process.geteuid?.() === 0;

// Root may remove anything: the rules are those for everybody else.
beforeEach(() => {
  if (isRoot) process.seteuid?.(NOBODY);
});
afterEach(() => {
  if (isRoot) process.seteuid?.(0);
});

/** What a module cache looks like, or what somebody leaves who means harm. */
function fillLocked(folder: string): void {
  for (const mode of [0o555, 0o000]) {
    const locked = path.join(folder, `locked-${mode}`);
    mkdirSync(path.join(locked, 'inner'), { recursive: true });
    writeFileSync(path.join(locked, 'inner', 'file'), 'x');
    chmodSync(path.join(locked, 'inner'), mode);
    chmodSync(locked, mode);
  }
}

const fresh = (): string => mkdtempSync(path.join(os.tmpdir(), 'toolbase-discard-'));

test('a folder is discarded with the read-only folders in it', async () => {
  const folder = fresh();
  fillLocked(folder);
  await discardFolder(folder);
  expect(existsSync(folder)).toBe(false);
});

test('a folder that is of somebody else stays, and that is no fault', async () => {
  const isThere = existsSync('/proc/1');
  await discardFolder('/proc/1');
  expect(existsSync('/proc/1')).toBe(isThere);
  await discardFolder(path.join(fresh(), 'never', 'there'));
});

test('what was put in the place of a folder is removed, and nothing that it leads to is touched', async () => {
  const other = path.join(fresh(), 'other');
  mkdirSync(path.join(other, 'inner'), { recursive: true, mode: 0o755 });
  const [link, file, loop] = ['link', 'file', 'loop'].map((name) => path.join(fresh(), name)) as [
    string,
    string,
    string,
  ];
  symlinkSync(other, link);
  writeFileSync(file, 'x');
  symlinkSync(loop, loop);
  for (const place of [link, file, loop]) await discardFolder(place);
  expect([link, file, loop].filter((place) => lstatSync(place, { throwIfNoEntry: false }))).toEqual([]);
  expect(statSync(path.join(other, 'inner')).mode & 0o777).toBe(0o755);
});

test('a folder that is nested deeper than a path can be is no fault', async () => {
  const folder = fresh();
  const before = process.cwd();
  process.chdir(folder);
  for (let depth = 0; depth < 50; depth += 1) {
    mkdirSync('x'.repeat(100));
    process.chdir('x'.repeat(100));
  }
  // The tests may stand in a folder that only root may enter.
  if (isRoot) process.seteuid?.(0);
  process.chdir(before);
  if (isRoot) process.seteuid?.(NOBODY);
  await discardFolder(folder);
});

test('the workspace of a trial goes, whatever its agent did to it', async () => {
  const workspace = await makeWorkspace([]);
  fillLocked(workspace.path);
  await workspace.remove();
  expect(existsSync(path.dirname(workspace.path))).toBe(false);
});

test('so does that of a session whose files are not kept', async () => {
  const { workspace, leave } = await ownFolders(fresh(), true)();
  fillLocked(workspace);
  await leave();
  expect(existsSync(workspace)).toBe(false);
});

import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256 } from '../../../src/kernel/index.ts';
import { takeSnapshot } from '../../../src/trial/io/snapshot.ts';

let root = '';
let workspace = '';
let target = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'toolbase-snapshot-'));
  workspace = path.join(root, 'workspace');
  target = path.join(root, 'kept');
  await mkdir(path.join(workspace, 'results'), { recursive: true });
  await mkdir(target);
  await writeFile(path.join(root, 'reference.json'), '{"width": 1}');
});
afterEach(async () => await rm(root, { recursive: true, force: true }));

const take = async (file: string, maxBytes = 100) =>
  await takeSnapshot(workspace, [{ path: file, required: true, maxBytes }], target);
const reasonFor = async (file: string, maxBytes?: number) => (await take(file, maxBytes)).refused[0]?.reason;

describe('the snapshot of a workspace', () => {
  it('keeps a declared file with its digest, and nothing else', async () => {
    await writeFile(path.join(workspace, 'results/answer.json'), '{}');
    await writeFile(path.join(workspace, 'scratch.txt'), 'x');
    expect(await take('results/answer.json')).toEqual({
      kept: [{ path: 'results/answer.json', digest: sha256('{}'), sizeBytes: 2 }],
      refused: [],
    });
    expect(await readFile(path.join(target, 'results/answer.json'), 'utf8')).toBe('{}');
    await expect(readFile(path.join(target, 'scratch.txt'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('says that a file is missing', async () => {
    expect(await reasonFor('answer.json')).toBe('missing');
    await writeFile(path.join(workspace, 'file'), '');
    expect(await reasonFor('file/answer.json')).toBe('missing');
  });

  it('follows no link at the file', async () => {
    await symlink('../reference.json', path.join(workspace, 'answer.json'));
    expect(await reasonFor('answer.json')).toBe('link');
  });

  it('follows no link on the way to the file', async () => {
    await symlink('..', path.join(workspace, 'up'));
    expect(await reasonFor('up/reference.json')).toBe('link');
  });

  it('waits for no FIFO and takes no folder', async () => {
    execFileSync('mkfifo', [path.join(workspace, 'answer.json')]);
    expect(await reasonFor('answer.json')).toBe('not_a_file');
    expect(await reasonFor('results')).toBe('not_a_file');
  });

  it('keeps a file of exactly the declared size and no larger one', async () => {
    await writeFile(path.join(workspace, 'answer.json'), 'x'.repeat(100));
    expect((await take('answer.json', 100)).kept).toHaveLength(1);
    await rm(path.join(target, 'answer.json'));
    expect(await reasonFor('answer.json', 99)).toBe('too_large');
  });
});

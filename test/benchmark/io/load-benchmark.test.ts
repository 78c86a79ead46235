import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../../src/benchmark/io/index.ts';

const shipped = path.resolve(import.meta.dirname, '../../../benchmarks/decays');
const taskFolder = 'tasks/decay_S_to_FFbar';
let folder = '';

beforeEach(async () => {
  folder = path.join(await mkdtemp(path.join(tmpdir(), 'toolbase-benchmark-')), 'decays');
  await cp(shipped, folder, { recursive: true });
});
afterEach(async () => await rm(path.dirname(folder), { recursive: true, force: true }));

const edit = async (file: string, from: string | RegExp, to: string): Promise<void> => {
  const text = await readFile(path.join(folder, file), 'utf8');
  expect(text).toMatch(from);
  await writeFile(path.join(folder, file), text.replace(from, to));
};
const task = async () => (await loadBenchmark(folder)).tasks.get('decay_S_to_FFbar')!;

describe('loading a benchmark', () => {
  it('gives the same digests wherever the folder is', async () => {
    const here = (await loadBenchmark(shipped)).tasks.get('decay_S_to_FFbar')!;
    const there = await task();
    expect(there.digest).toBe(here.digest);
    expect(there.variants.get('default')!.digest).toBe(here.variants.get('default')!.digest);
    expect(there.grading.rubricDigest).toBe(here.grading.rubricDigest);
  });

  it('keeps the task and its variants the same when rubric or reference are revised', async () => {
    const before = await task();
    await edit(`${taskFolder}/rubric.yaml`, 'within: 0.01', 'within: 0.02');
    await edit(`${taskFolder}/reference.json`, '23.464911722945112', '23.5');
    const after = await task();
    expect(after.digest).toBe(before.digest);
    expect(after.variants.get('default')!.digest).toBe(before.variants.get('default')!.digest);
    expect(after.grading.rubricDigest).not.toBe(before.grading.rubricDigest);
    expect(after.grading.referenceDigest).not.toBe(before.grading.referenceDigest);
  });

  it('sees a changed prompt and a changed workspace file as another variant', async () => {
    const before = (await task()).variants.get('default')!.digest;
    await edit(`${taskFolder}/prompt.md`, 'Work out', 'Find');
    const prompted = (await task()).variants.get('default')!.digest;
    await edit(`${taskFolder}/answer.schema.json`, '"minLength": 1', '"minLength": 2');
    const furnished = (await task()).variants.get('default')!.digest;
    expect(new Set([before, prompted, furnished]).size).toBe(3);
  });

  it('counts an edited shape as another rubric', async () => {
    const before = (await task()).grading.rubricDigest;
    await edit(`${taskFolder}/answer.schema.json`, '"minLength": 1', '"minLength": 2');
    expect((await task()).grading.rubricDigest).not.toBe(before);
  });
});

describe('a benchmark is refused', () => {
  const refused = async (code: string): Promise<void> =>
    await expect(loadBenchmark(folder)).rejects.toMatchObject({ code });

  it('when benchmark.yaml is not there', async () => {
    await rm(path.join(folder, 'benchmark.yaml'));
    await refused('NOT_FOUND');
  });

  it('when a file that it names is not there, saying which, and where paths begin', async () => {
    await rm(path.join(folder, taskFolder, 'prompt.md'));
    await expect(loadBenchmark(folder)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/prompt\.md does not exist$/) as unknown,
      hint: expect.stringContaining('relative to that folder') as unknown,
    });
  });

  it('with an unknown key', async () => {
    await edit('benchmark.yaml', 'kind: benchmark', 'kind: benchmark\nsurprise: 1');
    await refused('BAD_BENCHMARK');
  });

  it('with an unquoted version', async () => {
    await edit('benchmark.yaml', 'version: 0.1.0', 'version: 1.10');
    await refused('BAD_BENCHMARK');
  });

  it.each(['Answer.schema.json', 'answer.schema.json/more'])(
    'with a workspace in which %s meets another file',
    async (target) => {
      await edit('benchmark.yaml', 'workspace:', `workspace:\n          ${target}: ${taskFolder}/prompt.md`);
      await refused('BAD_BENCHMARK');
    },
  );

  it('with a prompt outside its folder', async () => {
    await edit('benchmark.yaml', 'prompt: tasks', 'prompt: ../tasks');
    await refused('BAD_BENCHMARK');
  });

  it('with a prompt that is a link to another file', async () => {
    await rm(path.join(folder, taskFolder, 'prompt.md'));
    await symlink('../../benchmark.yaml', path.join(folder, taskFolder, 'prompt.md'));
    await refused('PATH_OUTSIDE');
  });

  it('with a folder that is a link', async () => {
    await rename(path.join(folder, 'tasks'), path.join(folder, '..', 'elsewhere'));
    await symlink('../elsewhere', path.join(folder, 'tasks'));
    await refused('PATH_OUTSIDE');
  });

  it('with a rubric that reads an artifact that is not declared', async () => {
    await edit('benchmark.yaml', 'path: answer.json', 'path: result.json');
    await refused('BAD_BENCHMARK');
  });

  it('with a shape that is no JSON Schema', async () => {
    await edit(`${taskFolder}/answer.schema.json`, '"type": "object",', '"type": "objekt",');
    await refused('BAD_BENCHMARK');
  });

  it('with a reference formula in symbols that have no range', async () => {
    await edit(`${taskFolder}/rubric.yaml`, 'mf: {', 'mg: {');
    await refused('BAD_BENCHMARK');
  });

  it('with a reference formula that has no value where it is compared', async () => {
    await edit(`${taskFolder}/reference.json`, 'y**2*mS/(8*pi)', 'y**2*mS/(mS - mS)');
    await refused('BAD_BENCHMARK');
  });

  it('with a reference that is not JSON', async () => {
    await writeFile(path.join(folder, taskFolder, 'reference.json'), '{"scalar": ');
    await refused('BAD_JSON');
  });

  it('with weights that do not sum to one', async () => {
    await edit(`${taskFolder}/rubric.yaml`, 'weight: 0.14', 'weight: 0.15');
    await refused('BAD_BENCHMARK');
  });
});

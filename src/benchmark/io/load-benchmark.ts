import path from 'node:path';
import {
  type Digest,
  digestOf,
  type Json,
  ordinalCompare,
  parseStrictJson,
  parseStrictYaml,
  parseWith,
  sha256,
  ToolbaseError,
} from '../../kernel/index.ts';
import { auditRubric } from '../audit-rubric.ts';
import { BenchmarkSource, type TaskSource, type VariantSource } from '../benchmark-source.ts';
import { Rubric, rubricDigest } from '../rubric.ts';
import { compileShape, type ShapeCheck } from '../shape.ts';
import {
  type Benchmark,
  type Grading,
  referenceDigest,
  type Task,
  taskDigest,
  type Variant,
  variantDigest,
} from '../task.ts';
import { readContained } from './read-contained.ts';

const TEXT_MAX_BYTES = 1_000_000;
const FILE_MAX_BYTES = 64_000_000;

/** Reads `benchmark.yaml` of a folder with every file that it names.
 * @throws ToolbaseError NOT_FOUND, BAD_YAML, BAD_JSON, BAD_BENCHMARK, PATH_OUTSIDE, FILE_TOO_LARGE */
export async function loadBenchmark(folder: string): Promise<Benchmark> {
  const label = path.join(folder, 'benchmark.yaml');
  const yaml = parseStrictYaml(await readText(folder, 'benchmark.yaml'), label);
  const source = parseWith(BenchmarkSource, yaml, label, 'BAD_BENCHMARK');
  const tasks = new Map<string, Task>();
  for (const [name, task] of Object.entries(source.tasks))
    tasks.set(name, await loadTask(folder, source.name, name, task));
  return { name: source.name, version: source.version, title: source.title, tasks };
}

async function loadTask(folder: string, benchmark: string, name: string, source: TaskSource): Promise<Task> {
  const variants = new Map<string, Variant>();
  for (const [variantName, variant] of Object.entries(source.variants))
    variants.set(variantName, await loadVariant(folder, variantName, variant));
  return {
    benchmark,
    name,
    title: source.title,
    artifacts: source.artifacts,
    variants,
    grading: await loadGrading(folder, source),
    digest: taskDigest(benchmark, name, source.artifacts),
  };
}

async function loadVariant(folder: string, name: string, source: VariantSource): Promise<Variant> {
  const prompt = await readText(folder, source.prompt);
  const files = [];
  for (const [target, from] of Object.entries(source.workspace).sort(([a], [b]) => ordinalCompare(a, b))) {
    const bytes = await readContained(folder, from, FILE_MAX_BYTES);
    files.push({ path: target, bytes, digest: sha256(bytes) });
  }
  const promptDigest = sha256(prompt);
  return { name, prompt, promptDigest, files, digest: variantDigest(promptDigest, files) };
}

/** Rubric, shapes and reference of a task.
 * @throws ToolbaseError as loadBenchmark */
async function loadGrading(
  folder: string,
  source: Pick<TaskSource, 'artifacts' | 'reference' | 'rubric'>,
): Promise<Grading> {
  const label = path.join(folder, source.rubric);
  const rubric = parseWith(
    Rubric,
    parseStrictYaml(await readText(folder, source.rubric), label),
    label,
    'BAD_BENCHMARK',
  );
  const reference = await readJson(folder, source.reference);
  const shapes = new Map<string, ShapeCheck>();
  const schemaDigests: Record<string, Digest> = {};
  for (const check of rubric.stages.flatMap((stage) => stage.checks)) {
    if (check.kind !== 'json') continue;
    const schema = await readJson(folder, check.schema);
    shapes.set(check.schema, compileShape(schema, path.join(folder, check.schema)));
    schemaDigests[check.schema] = digestOf('toolbase-shape-v1', schema);
  }
  const faults = auditRubric(rubric, { artifacts: source.artifacts, reference });
  if (faults.length > 0)
    throw new ToolbaseError('BAD_BENCHMARK', `${label}: ${faults.slice(0, 8).join('; ')}`, {
      hint: 'A rubric may read declared artifacts only, and compare with what the reference holds.',
    });
  return {
    rubric,
    rubricDigest: rubricDigest(rubric, schemaDigests),
    shapes,
    reference,
    referenceDigest: referenceDigest(reference),
  };
}

async function readText(folder: string, relative: string): Promise<string> {
  const bytes = await readContained(folder, relative, TEXT_MAX_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ToolbaseError('BAD_BENCHMARK', `${path.join(folder, relative)} is not UTF-8 text`, { cause });
  }
}

const readJson = async (folder: string, relative: string): Promise<Json> =>
  parseStrictJson(await readText(folder, relative), path.join(folder, relative));

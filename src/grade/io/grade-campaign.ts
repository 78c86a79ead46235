import path from 'node:path';
import type { Benchmark, Task } from '../../benchmark/index.ts';
import { loadBenchmark } from '../../benchmark/io/index.ts';
import { forEachLimited, isToolbaseError, sha256, ToolbaseError } from '../../kernel/index.ts';
import { readBounded } from '../../kernel/io/index.ts';
import {
  type AttemptRecord,
  artifactsDigest,
  type CampaignPlan,
  type GradeRecord,
  gradeId,
  isConclusive,
  type TrialId,
} from '../../record/index.ts';
import {
  type Quarantined,
  quarantineAttempt,
  quarantinedAttempts,
  readBenchmarkHint,
  readGradeIfAny,
  readPlan,
  recordPaths,
  sealedAttempts,
  writeGrade,
} from '../../record/io/index.ts';
import type { Submission, SubmittedArtifact } from '../artifact-document.ts';
import type { CampaignGrades, GradedTrial } from '../campaign-grades.ts';
import { GRADER_VERSION, gradeSubmission } from '../grade-submission.ts';

const ARTIFACT_MAX_BYTES = 256_000_000;
const TRIALS_AT_ONCE = 8;

/** Told while a campaign is graded. */
export type GradeEvent =
  | ({ readonly type: 'quarantined' } & Quarantined)
  | {
      readonly type: 'graded';
      readonly trial: string;
      readonly condition: string;
      readonly reach: string;
      readonly isNew: boolean;
    };

/** Grades every concluded trial of a campaign from its record and the benchmark alone: no agent, host or network.
 * What was graded under the same rubric, reference and grader is kept; a revision adds grades beside the old ones.
 * @param out the folder that the campaign was run into
 * @param benchmark folder of the benchmark; default: where this machine had it when the campaign ran
 * @throws ToolbaseError NOT_FOUND, BAD_RECORD, BAD_BENCHMARK and what loading the benchmark throws */
export async function gradeCampaign(options: {
  out: string;
  benchmark?: string | undefined;
  nowMs: () => number;
  onEvent: (event: GradeEvent) => void;
}): Promise<CampaignGrades> {
  const { out, onEvent } = options;
  const plan = await readPlan(out);
  const benchmark = await loadBenchmark(await benchmarkFolder(out, options.benchmark));
  const tasks = tasksOf(plan, benchmark);
  const ungraded: Omit<GradedTrial, 'setAside'>[] = [];
  let newGrades = 0;
  await forEachLimited(plan.trials, TRIALS_AT_ONCE, async (planned, index) => {
    const onTorn = (torn: Quarantined): void => onEvent({ type: 'quarantined', ...torn });
    const attempts = await wholeAttempts(out, planned.id, onTorn);
    const attempt = attempts.findLast(({ end }) => isConclusive(end));
    const task = tasks.get(planned.condition);
    if (attempt === undefined || task === undefined) {
      ungraded[index] = { planned, attempts, grade: undefined };
      return;
    }
    const { grade, isNew } = await gradeAttempt(out, attempt, task, options.nowMs);
    if (isNew) newGrades += 1;
    onEvent({ type: 'graded', trial: planned.id, condition: planned.condition, reach: grade.reach, isNew });
    ungraded[index] = { planned, attempts, grade };
  });
  const setAside = await quarantinedAttempts(out);
  const trials = ungraded.map((trial) => ({ ...trial, setAside: setAside.get(trial.planned.id) ?? 0 }));
  return { plan, trials, newGrades };
}

/** The sealed attempts of a trial whose conclusive ones still hold what they handed in. */
async function wholeAttempts(
  out: string,
  trial: TrialId,
  onTorn: (torn: Quarantined) => void,
): Promise<AttemptRecord[]> {
  const whole: AttemptRecord[] = [];
  for (const attempt of await sealedAttempts(out, trial, onTorn)) {
    try {
      if (isConclusive(attempt.end)) await readSubmission(out, attempt);
      whole.push(attempt);
    } catch (fault) {
      if (!isToolbaseError(fault) || fault.exitStatus === 3) throw fault;
      onTorn(await quarantineAttempt(out, attempt, fault.message));
    }
  }
  return whole;
}

async function benchmarkFolder(out: string, given: string | undefined): Promise<string> {
  const folder = given ?? (await readBenchmarkHint(out));
  if (folder !== undefined) return folder;
  throw new ToolbaseError('NOT_FOUND', `nothing says where the benchmark of ${out} is on this machine`, {
    hint: 'Name its folder.',
  });
}

/** The task of each condition. @throws ToolbaseError BAD_BENCHMARK when it is not what the campaign asked */
function tasksOf(plan: CampaignPlan, benchmark: Benchmark): Map<string, Task> {
  if (benchmark.name !== plan.benchmark.name)
    throw new ToolbaseError(
      'BAD_BENCHMARK',
      `the campaign ran benchmark ${plan.benchmark.name}, and this is ${benchmark.name}`,
    );
  return new Map(
    plan.conditions.map((condition) => {
      const task = benchmark.tasks.get(condition.factors.task);
      if (task?.digest !== condition.identity.task)
        throw new ToolbaseError(
          'BAD_BENCHMARK',
          `task ${condition.factors.task} of benchmark ${benchmark.name} ${benchmark.version} is not the one that condition ${condition.name} was run with`,
          {
            hint: `Rubric and reference may be revised, what is asked may not: grade with version ${plan.benchmark.version}.`,
          },
        );
      return [condition.id, task];
    }),
  );
}

async function gradeAttempt(
  out: string,
  attempt: AttemptRecord,
  task: Task,
  nowMs: () => number,
): Promise<{ grade: GradeRecord; isNew: boolean }> {
  const identity = {
    trial: attempt.trial,
    attempt: attempt.attempt,
    rubric: task.grading.rubricDigest,
    reference: task.grading.referenceDigest,
    grader: GRADER_VERSION,
    artifacts: artifactsDigest(attempt.artifacts),
  };
  const id = gradeId(identity);
  const known = await readGradeIfAny(out, attempt.trial, id);
  if (known !== undefined) return { grade: known, isNew: false };
  const result = gradeSubmission(task.grading, await readSubmission(out, attempt));
  const gradedAt = new Date(nowMs()).toISOString();
  const grade: GradeRecord = { formatVersion: 1, kind: 'grade', id, ...identity, gradedAt, ...result };
  await writeGrade(out, grade);
  return { grade, isNew: true };
}

async function readSubmission(out: string, attempt: AttemptRecord): Promise<Submission> {
  const folder = path.join(recordPaths(out).attempt(attempt.trial, attempt.attempt), 'workspace');
  const submission = new Map<string, SubmittedArtifact>();
  for (const { path: name, reason } of attempt.artifacts.refused)
    submission.set(name, { kind: 'absent', reason: reason.replaceAll('_', ' ') });
  for (const kept of attempt.artifacts.kept) {
    const file = path.join(folder, kept.path);
    const bytes = await readBounded(file, ARTIFACT_MAX_BYTES);
    if (sha256(bytes) !== kept.digest)
      throw new ToolbaseError('BAD_RECORD', `${file} was changed after the attempt was sealed`);
    submission.set(kept.path, { kind: 'kept', bytes });
  }
  return submission;
}

import path from 'node:path';
import { type Digest, hexOf } from '../../kernel/index.ts';
import type { GradeId, TrialId } from '../identity.ts';

/** Where everything of a campaign's record is. The layout is a format: other programs read it. */
export const recordPaths = (out: string) => {
  const trial = (id: TrialId): string => path.join(out, 'trials', id);
  return {
    plan: path.join(out, 'campaign.json'),
    /** Where this machine has the benchmark: a convenience, not part of the record. */
    local: path.join(out, 'local.json'),
    runner: path.join(out, 'runner.json'),
    object: (digest: Digest): string => path.join(out, 'objects', hexOf(digest)),
    attempts: (id: TrialId): string => path.join(trial(id), 'attempts'),
    attempt: (id: TrialId, n: number): string => path.join(trial(id), 'attempts', String(n)),
    grades: (id: TrialId): string => path.join(trial(id), 'grades'),
    grade: (id: TrialId, grade: GradeId): string => path.join(trial(id), 'grades', `${grade}.json`),
    /** Attempts in progress; what is left there was interrupted. */
    running: path.join(out, 'running'),
    quarantine: path.join(out, 'quarantine'),
  };
};

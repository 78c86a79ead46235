import { isAbsent, parseStrictJson, parseWith, prettyCanonicalJson } from '../../kernel/index.ts';
import { atomicWrite, readTextBounded } from '../../kernel/io/index.ts';
import { GradeRecord } from '../grade-record.ts';
import { type GradeId, type TrialId } from '../identity.ts';
import { recordPaths } from './record-paths.ts';

const GRADE_MAX_BYTES = 16_000_000;

/** The grade of this identity, if it was given before. @throws ToolbaseError BAD_JSON, BAD_RECORD when it is damaged */
export async function readGradeIfAny(
  out: string,
  trial: TrialId,
  id: GradeId,
): Promise<GradeRecord | undefined> {
  const file = recordPaths(out).grade(trial, id);
  try {
    const value = parseStrictJson(await readTextBounded(file, GRADE_MAX_BYTES), file);
    return parseWith(GradeRecord, value, file, 'BAD_RECORD');
  } catch (fault) {
    if (isAbsent(fault)) return undefined;
    throw fault;
  }
}

/** Adds a grade beside the others. Equal inputs have one identity, so nothing else is ever replaced. */
export const writeGrade = async (out: string, grade: GradeRecord): Promise<boolean> =>
  await atomicWrite(recordPaths(out).grade(grade.trial, grade.id), prettyCanonicalJson(grade));

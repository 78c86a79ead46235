import { type Json, ordinalCompare } from '../../kernel/index.ts';
import { checkModelText, DESCRIPTION_MAX } from '../model-text.ts';
import { instructionIn } from './instruction-like.ts';
import type { LintFinding } from './lint-finding.ts';
import { isSchemaNode } from './schema-node.ts';
import { type LintSubject, modelTexts, type ModelText } from './lint-subject.ts';

/** Clients cut long descriptions; what comes first is read. */
const LONG = 600;
const FEW_WORDS = 4;

export function lintDescriptions(subject: LintSubject): LintFinding[] {
  return [
    ...lintOwnDescription(subject),
    ...undescribed(subject.served ?? subject.authored, subject.name),
    ...modelTexts(subject).flatMap(lintText),
  ];
}

function lintOwnDescription({ name, title, description }: LintSubject): LintFinding[] {
  const text = description.trim();
  const words = text.split(/\s+/).filter((word) => /\p{L}/u.test(word));
  if (text === '')
    return [{ rule: 'description-missing', severity: 'error', where: name, message: 'has no description' }];
  if (words.length < FEW_WORDS || plain(text) === plain(name) || text === title)
    return [
      {
        rule: 'description-vague',
        severity: 'warning',
        where: name,
        message: `is described by ${JSON.stringify(text.slice(0, 60))} only; say what it computes, from what, in which units`,
      },
    ];
  if (text.length <= LONG) return [];
  const tooLong = text.length > DESCRIPTION_MAX;
  return [
    {
      rule: 'description-long',
      severity: tooLong ? 'error' : 'note',
      where: name,
      message: tooLong
        ? `has a description of ${text.length} characters; at most ${DESCRIPTION_MAX} are shown`
        : `has a description of ${text.length} characters; clients cut long ones, so the first words must suffice`,
    },
  ];
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Properties without a description, one finding for an operation. */
function undescribed(schema: Json, name: string): LintFinding[] {
  const missing = [...properties(schema, '')]
    .filter(({ node }) => typeof node !== 'object' || node === null || !('description' in node))
    .map(({ pointer }) => pointer)
    .sort(ordinalCompare);
  if (missing.length === 0) return [];
  const more = missing.length > 4 ? ` and ${missing.length - 4} more` : '';
  return [
    {
      rule: 'description-missing',
      severity: 'warning',
      where: name,
      message: `says nothing of ${missing.slice(0, 4).join(', ')}${more}: meaning, unit, range`,
    },
  ];
}

function* properties(schema: Json | undefined, pointer: string): Generator<{ pointer: string; node: Json }> {
  if (!isSchemaNode(schema)) return;
  const own = schema['properties'];
  for (const [key, node] of isSchemaNode(own) ? Object.entries(own) : []) {
    if (node === undefined) continue;
    yield { pointer: `${pointer}/${key}`, node };
    yield* properties(node, `${pointer}/${key}`);
  }
  yield* properties(schema['items'], `${pointer}/*`);
}

/** What hides in a text, or speaks to the model past its user. Length is not judged here. */
export function lintText({ where, text }: ModelText): LintFinding[] {
  const fault = checkModelText(text, Infinity);
  const instruction = instructionIn(text);
  return [
    ...(fault === undefined
      ? []
      : [{ rule: 'hidden-text', severity: 'error', where, message: `the text ${fault}` } as const]),
    ...(instruction === undefined
      ? []
      : [
          {
            rule: 'instruction-like',
            severity: 'warning',
            where,
            message: `reads like an instruction to the model: ${JSON.stringify(instruction)}`,
          } as const,
        ]),
  ];
}

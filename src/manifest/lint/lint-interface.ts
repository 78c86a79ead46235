import type { Json } from '../../kernel/index.ts';
import { lintDescriptions, lintText } from './lint-descriptions.ts';
import { lintDuplicates } from './lint-duplicates.ts';
import type { LintFinding } from './lint-finding.ts';
import { lintName } from './lint-names.ts';
import { lintPortability } from './lint-portability.ts';
import { lintSchemaSize } from './lint-schema-size.ts';
import type { LintSubject } from './lint-subject.ts';

/** Estimated number of tokens of a text. */
export type CountTokens = (text: string) => number;

/** What an operation takes of a model's context before anything is called. */
export type OperationCost = { readonly name: string; readonly tokens: number; readonly bytes: number };

export type LintedInterface = {
  readonly findings: readonly LintFinding[];
  readonly operations: readonly OperationCost[];
  /** Of all operations and the instructions. */
  readonly tokens: number;
  readonly bytes: number;
};

const OPERATION_TOKENS = 2000;
/** A tenth of a context of 200,000: from there Claude Code defers tools behind a search. */
const INTERFACE_TOKENS = 20_000;
/** Cursor took 40 tools, then 80; VS Code and the OpenAI API take 128. */
const FEW_OPERATIONS = 40;
const MOST_OPERATIONS = 128;

/** Judges what a model and its reviewer will see of an interface.
 * @param parts.instructions told with the list of operations */
export function lintInterface(
  parts: { readonly subjects: readonly LintSubject[]; readonly instructions: string },
  countTokens: CountTokens,
): LintedInterface {
  const { subjects, instructions } = parts;
  const operations = subjects.map((subject) => costOf(subject, countTokens));
  const sum = (of: (cost: OperationCost) => number): number =>
    operations.reduce((total, cost) => total + of(cost), 0);
  const tokens = sum((cost) => cost.tokens) + countTokens(instructions);
  const bytes = sum((cost) => cost.bytes) + Buffer.byteLength(instructions);
  return {
    findings: [
      ...lintText({ where: 'instructions', text: instructions }),
      ...subjects.flatMap((subject) => [
        ...lintName(subject),
        ...lintDescriptions(subject),
        ...portability(subject),
        ...lintSchemaSize(subject.served ?? subject.authored, subject.name),
      ]),
      ...operations.flatMap(lintCost),
      ...lintTotal(operations.length, tokens),
      ...lintDuplicates(subjects),
    ],
    operations,
    tokens,
    bytes,
  };
}

const portability = ({ name, authored, served }: LintSubject): LintFinding[] =>
  lintPortability(authored, name, served === undefined || authored === served);

function costOf(
  { name, description, served, authored }: LintSubject,
  countTokens: CountTokens,
): OperationCost {
  const shown: Json = { name, description, inputSchema: served ?? authored };
  const text = JSON.stringify(shown);
  return { name, tokens: countTokens(text), bytes: Buffer.byteLength(text) };
}

const lintCost = ({ name, tokens }: OperationCost): LintFinding[] =>
  tokens <= OPERATION_TOKENS
    ? []
    : [
        {
          rule: 'operation-cost',
          severity: 'warning',
          where: name,
          message: `takes about ${tokens} tokens of every conversation; above ${OPERATION_TOKENS} is a lot for one`,
        },
      ];

function lintTotal(count: number, tokens: number): LintFinding[] {
  const add = (severity: LintFinding['severity'], message: string): LintFinding => ({
    rule: 'interface-cost',
    severity,
    where: 'interface',
    message,
  });
  return [
    ...(tokens > INTERFACE_TOKENS
      ? [
          add(
            'warning',
            `takes about ${tokens} tokens; above ${INTERFACE_TOKENS} clients hide tools behind a search`,
          ),
        ]
      : []),
    ...(count > MOST_OPERATIONS
      ? [add('warning', `has ${count} operations; several clients take ${MOST_OPERATIONS}`)]
      : count > FEW_OPERATIONS
        ? [add('note', `has ${count} operations; some clients take ${FEW_OPERATIONS}`)]
        : []),
  ];
}

import { z } from 'zod';
import { ExposedName, PackagePath, parseWith, ToolbaseError } from '../../kernel/index.ts';
import { referencesOf } from './fill-template.ts';

const SaveName = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z0-9_-]*$/, 'must be letters, digits, _ and -, starting with a letter');

/** Calls an operation by the name a model would see, and keeps its result. */
const CallStep = z.strictObject({
  do: z.literal('call'),
  operation: ExposedName,
  arguments: z.record(z.string(), z.json()).default({}),
  saveAs: SaveName.optional(),
});

/** Writes a file of the workspace: `json`, a value whose texts may hold `${/name/pointer}` of saved results, or `text`. */
const WriteStep = z
  .strictObject({
    do: z.literal('write'),
    path: PackagePath,
    json: z.json().optional(),
    text: z.string().optional(),
  })
  .refine((step) => (step.json === undefined) !== (step.text === undefined), 'needs either json or text');

const NothingStep = z.strictObject({ do: z.literal('nothing') });

export const Step = z.discriminatedUnion('do', [CallStep, WriteStep, NothingStep]);
export type Step = z.output<typeof Step>;

/** A script: the whole behaviour of the scripted harness, which asks no model. */
export const Script = z.strictObject({
  formatVersion: z.literal(1),
  kind: z.literal('script'),
  steps: z.array(Step).min(1).max(1000),
});
export type Script = z.output<typeof Script>;

/** Reads a script and refuses one that would fail on the way: a result used before it is there, a name saved twice.
 * @throws ToolbaseError BAD_CAMPAIGN */
export function parseScript(value: unknown, label: string): Script {
  const script = parseWith(Script, value, label, 'BAD_CAMPAIGN');
  const saved = new Set<string>();
  for (const [index, step] of script.steps.entries()) {
    const fault = stepFault(step, saved);
    if (fault !== undefined) throw new ToolbaseError('BAD_CAMPAIGN', `${label}: /steps/${index}: ${fault}`);
  }
  return script;
}

function stepFault(step: Step, saved: Set<string>): string | undefined {
  switch (step.do) {
    case 'nothing':
      return undefined;
    case 'call':
      if (step.saveAs === undefined) return undefined;
      if (saved.has(step.saveAs)) return `the name ${step.saveAs} is saved twice`;
      saved.add(step.saveAs);
      return undefined;
    case 'write': {
      const unknown = referencesOf(step.json ?? step.text ?? '').find(({ name }) => !saved.has(name));
      return unknown === undefined ? undefined : `no earlier step saves ${unknown.name}`;
    }
  }
}

/** Names of the operations that a script calls, each once. */
export const operationsOf = (script: Script): string[] => [
  ...new Set(script.steps.flatMap((step) => (step.do === 'call' ? [step.operation] : []))),
];

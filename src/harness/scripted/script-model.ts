import type { Json } from '../../kernel/index.ts';
import { answersIn, type ModelCall, type ModelReply, type ModelRequest } from '../../wire/index.ts';
import { findTool, type Launchable, ownCall } from '../launch/launchable.ts';
import { fillJson, fillText } from './fill-template.ts';
import type { Script, Step } from './script.ts';

/** What the scripted model has to know of the harness that asks it. */
export interface ScriptPlace {
  readonly harness: Pick<Launchable, 'seenName' | 'writeFile'>;
  /** Name of the server. */
  readonly server: string;
  /** Absolute folder of the workspace. */
  readonly workspace: string;
}

/** A model that runs a script: one call an answer, then a last text. It decides by the conversation alone, so that a request
 * that is sent twice is answered twice with the same. */
export function scriptModel(script: Script, place: ScriptPlace): (request: ModelRequest) => ModelReply {
  const steps = script.steps.filter(({ do: kind }) => kind !== 'nothing');
  return (request) => {
    // Programs also ask models for titles and summaries, without tools.
    if (request.tools.length === 0) return say('A conversation.');
    const answers = answersIn(request);
    const saved = new Map<string, Json>();
    for (const [index, { text }] of answers.entries()) {
      const step = steps[index];
      if (step?.do === 'call' && step.saveAs !== undefined) saved.set(step.saveAs, valueIn(text));
    }
    const next = steps[answers.length];
    return next === undefined ? say('Done.') : perform(next, answers.length, request, saved, place);
  };
}

const say = (text: string): ModelReply => ({ text, calls: [] });

function perform(
  step: Step,
  index: number,
  request: ModelRequest,
  saved: ReadonlyMap<string, Json>,
  place: ScriptPlace,
): ModelReply {
  const call = (made: ModelCall): ModelReply => ({ text: `Step ${index + 1}.`, calls: [made] });
  const id = `call_${index + 1}`;
  if (step.do === 'nothing') return say('Done.');
  if (step.do === 'call') {
    const tool = findTool(request, place.harness.seenName(place.server, step.operation));
    return tool === undefined
      ? say(`There is no tool ${step.operation}.`)
      : call({ id, name: tool.name, namespace: tool.namespace, arguments: step.arguments });
  }
  try {
    const text =
      step.text === undefined
        ? `${JSON.stringify(fillJson(step.json ?? null, saved), undefined, 2)}\n`
        : fillText(step.text, saved);
    return call(ownCall(place.harness.writeFile(`${place.workspace}/${step.path}`, text), id));
  } catch (cause) {
    if (cause instanceof RangeError) return say(`There is nothing to write: ${cause.message}.`);
    throw cause;
  }
}

/** The JSON object in what a harness shows its model of a result: some put words of their own around it. */
function valueIn(text: string): Json {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Json;
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw cause;
  }
}

import { describe, expect, it } from 'vitest';
import { LAUNCHABLES } from '../../../src/harness/index.ts';
import { differencesOf } from '../../../src/harness/probe/probe-report.ts';
import { schemaChanges } from '../../../src/harness/probe/schema-changes.ts';
import { seenInterface, textState } from '../../../src/harness/probe/seen-interface.ts';
import type { Json } from '../../../src/kernel/index.ts';
import type { Lock } from '../../../src/lockfile/index.ts';
import type { ModelRequest, OfferedTool } from '../../../src/wire/index.ts';
import { decayLock } from '../decay-lock.ts';

const FULL = decayLock();
const [FIRST] = Object.values(FULL.operations);
if (FIRST === undefined) throw new Error('the lock has no operation');
const TOOL = {
  ...FIRST.tool,
  description:
    'Partial width (GeV) of a two-body decay through one declared vertex. Give particles and couplings.',
};
const LOCK: Lock = {
  ...FULL,
  instructions:
    'Widths are in GeV at tree level. Read the conventions and warnings in a result before you use it.',
  operations: { [TOOL.name]: { ...FIRST, tool: TOOL } },
};

const claude = LAUNCHABLES['claude-code'];
const offered = (more: Partial<OfferedTool> = {}): OfferedTool => ({
  name: `mcp__toolbase__${TOOL.name}`,
  description: TOOL.description,
  schema: TOOL.inputSchema,
  ...more,
});
const request = (tools: OfferedTool[], texts: string[] = [LOCK.instructions]): ModelRequest => ({
  ...{ model: 'm', isStreamed: true, instructions: [], tools },
  turns: [{ role: 'user', texts, answers: [] }],
});
const judged = (...given: Parameters<typeof request>) => {
  const seen = seenInterface(LOCK, request(...given), 'toolbase', claude);
  return { seen, differences: differencesOf({ seen, toolsAtTurn: 1, deferral: null }) };
};

describe('what reached a model', () => {
  it('is the locked interface when only the name has a prefix', () => {
    const { seen, differences } = judged([offered(), { name: 'Bash', description: 'Runs.' }]);
    expect(differences).toEqual([]);
    expect(seen.operations).toMatchObject([
      { name: TOOL.name, seenAs: `mcp__toolbase__${TOOL.name}`, state: 'same' },
    ]);
    expect(seen.own).toEqual(['Bash']);
  });

  it('is found under a prefix that nobody expects, unless two could be it', () => {
    const other = offered({ name: `tools-${TOOL.name}` });
    expect(judged([other]).seen.operations[0]).toMatchObject({ seenAs: `tools-${TOOL.name}`, state: 'same' });
    expect(judged([other, offered({ name: `more-${TOOL.name}` })]).differences).toEqual([
      `${TOOL.name} was not offered`,
    ]);
    expect(judged([offered({ name: `x${TOOL.name}` })]).differences).toEqual([
      `${TOOL.name} was not offered`,
    ]);
  });

  it.each([
    [
      'a shortened description',
      offered({ description: `${TOOL.description.slice(0, -5)}... [truncated]` }),
      'truncated',
    ],
    ['another description', offered({ description: 'Adds.' }), 'changed'],
    ['no description', offered({ description: '' }), 'missing'],
  ])('differs with %s', (_what, tool, state) => {
    expect(judged([tool]).differences).toEqual([`the description of ${TOOL.name} is ${state}`]);
  });

  it('differs when a word of any text beside the tool is lost: instructions', () => {
    expect(judged([offered()], [`## Server\n${LOCK.instructions}\n`]).differences).toEqual([]);
    expect(judged([offered()], []).differences).toEqual(['the instructions are missing']);
    expect(judged([offered()], [`${LOCK.instructions.slice(0, 80)}...`]).differences).toEqual([
      'the instructions are truncated',
    ]);
  });

  it('differs with a tool of the server that the lock does not have', () => {
    expect(judged([offered(), offered({ name: 'mcp__toolbase__Other' })]).differences).toEqual([
      'mcp__toolbase__Other is not in the lock',
    ]);
  });

  it('differs when tools came late or are behind a search', () => {
    const { seen } = judged([offered()]);
    expect(differencesOf({ seen, toolsAtTurn: 3, deferral: null })).toEqual([
      'tools were there only at turn 3',
    ]);
    expect(differencesOf({ seen, toolsAtTurn: null, deferral: 'tool search' })).toEqual([
      'tools are deferred behind a tool that searches for tools',
    ]);
  });
});

describe('a text', () => {
  const long = 'A sentence that is long enough to be told from chance, and then some more words.';
  it.each([
    [long, [`before\n${long}\nafter`], 'same'],
    [long, [`${long.slice(0, 70)}...`], 'truncated'],
    [long, ['A sentence that is short'], 'missing'],
    ['a\r\nb', ['x a\nb y'], 'same'],
    ['  ', [], 'none'],
  ])('%j among %j is %s', (text, among, state) => {
    expect(textState(text, among)).toBe(state);
  });
});

describe('a schema', () => {
  const number = (more: { [key: string]: Json }): Json => ({
    type: 'object',
    properties: { n: { type: 'integer', ...more } },
    required: ['n'],
  });
  const locked = number({ minimum: 1, maximum: 40, description: 'Cells. Range: 1 to 40.' });

  it('that is the same in another order has no changes', () => {
    expect(
      schemaChanges({ required: ['a', 'b'], type: 'object' }, { type: 'object', required: ['b', 'a'] }, []),
    ).toEqual([]);
  });

  it('may lose a bound that the words beside it name, and no other', () => {
    expect(schemaChanges(locked, number({ description: 'Cells. Range: 1 to 40.' }), [])).toEqual([
      { at: '/properties/n/minimum', what: 'dropped', harmless: true },
      { at: '/properties/n/maximum', what: 'dropped', harmless: true },
    ]);
    expect(schemaChanges(locked, number({ description: 'Cells: 10 to 140.' }), [])).toMatchObject([
      { at: '/properties/n/minimum', harmless: false },
      { at: '/properties/n/maximum', harmless: false },
      { at: '/properties/n/description', what: 'changed', harmless: false },
    ]);
  });

  it('loses something with a description, a type, a required name or all of it', () => {
    expect(schemaChanges(locked, number({ minimum: 1, maximum: 40 }), [])).toEqual([
      { at: '/properties/n/description', what: 'dropped', harmless: false },
    ]);
    expect(schemaChanges(locked, undefined, [])).toEqual([{ at: '', what: 'dropped', harmless: false }]);
    expect(schemaChanges({ required: ['a', 'b'] }, { required: ['a'] }, [])).toEqual([
      { at: '/required', what: 'changed', harmless: false },
    ]);
  });

  it('may have an argument of the harness beside its own, if that is known', () => {
    const seen = { properties: { n: { type: 'integer' }, wait: { type: 'boolean' } } };
    const own = { properties: { n: { type: 'integer' } } };
    expect(schemaChanges(own, seen, ['wait'])).toEqual([
      { at: '/properties/wait', what: 'added', harmless: true },
    ]);
    expect(schemaChanges(own, seen, [])).toMatchObject([{ harmless: false }]);
  });
});

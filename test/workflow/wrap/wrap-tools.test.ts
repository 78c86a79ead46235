import { describe, expect, it } from 'vitest';
import { checkModelText, type UpstreamTool } from '../../../src/manifest/index.ts';
import { wrapTools } from '../../../src/workflow/wrap/wrap-tools.ts';

const tool = (name: string, more: Partial<UpstreamTool> = {}): UpstreamTool => ({
  name,
  description: 'Adds two numbers.',
  inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
  ...more,
});
const UNION = {
  type: 'object',
  properties: { x: { anyOf: [{ type: 'object' }, { type: 'number' }] } },
};

describe('the tools of a wrapped server', () => {
  it('keep their words, and get names that operations may have', () => {
    const { tools } = wrapTools([tool('add'), tool('math.add-all'), tool('2fa'), tool('…')], [], 30);
    expect(tools.map(({ upstreamName, name }) => [upstreamName, name])).toEqual([
      ['add', 'add'],
      ['math.add-all', 'math_add_all'],
      ['2fa', 'fa'],
      ['…', 'tool'],
    ]);
    expect(tools.flatMap(({ notes }) => notes)).toEqual([]);
    expect(tools.some((each) => 'description' in each || 'title' in each)).toBe(false);
  });

  it('get names that stay apart, case ignored, and fit', () => {
    const names = [
      'Add',
      'add',
      'a.dd',
      'trigger-long-running-operation',
      'trigger-long-running-operator',
      'x'.repeat(60),
    ];
    const { tools } = wrapTools(
      names.map((name) => tool(name)),
      [],
      24,
    );
    expect(tools.map(({ name }) => name)).toEqual([
      'Add',
      'add_2',
      'a_dd',
      'trigger_long_running',
      'trigger_long_running_2',
      'x'.repeat(24),
    ]);
    expect(tools[3]?.notes).toEqual(['is named trigger_long_running, since 24 characters are left']);
  });

  it('are refused together when an input schema cannot be lowered, with the options that leave them out', () => {
    expect(() =>
      wrapTools([tool('ok'), tool('bad', { inputSchema: UNION }), tool("it's", { inputSchema: 3 })], [], 30),
    ).toThrow(
      expect.objectContaining({
        code: 'BAD_SCHEMA',
        message: expect.stringMatching(
          /^the input schemas of 2 tools .*\n {2}"bad": \/properties\/x .*\n {2}"it's": /,
        ) as string,
        hint: `Nothing was written. Leave them out: --omit bad --omit 'it'\\''s'`,
      }),
    );
    const { tools, omitted } = wrapTools([tool('ok'), tool('bad', { inputSchema: UNION })], ['bad'], 30);
    expect([tools.map(({ name }) => name), omitted]).toEqual([['ok'], ['bad']]);
  });

  it('cannot be left out by a name that the server has not', () => {
    expect(() => wrapTools([tool('ok')], ['okay'], 30)).toThrow(
      expect.objectContaining({ code: 'UNKNOWN_OPERATION' }),
    );
  });

  it.each([
    ['hidden\u{E0041}\u200b text\u001b[31m', 'hidden text'],
    ['e\u0301nergie', 'énergie'],
    ['a\u2028b\ufe0f', 'ab'],
  ])('are shown by clean words in place of %j', (description, clean) => {
    const [shown] = wrapTools([tool('t', { description })], [], 30).tools;
    expect(shown?.description).toBe(clean);
    expect(shown?.notes[0]).toMatch(/^its description .* review it$/);
  });

  it('are shown by the whole sentences that fit when their description is too long', () => {
    const description = 'A sentence of this server. '.repeat(60);
    const text = wrapTools([tool('t', { description })], [], 30).tools[0]?.description ?? '';
    expect(checkModelText(text)).toBeUndefined();
    expect(text).toMatch(/^(?:A sentence of this server\. ?)+$/);
    expect(text.length).toBeGreaterThan(900);
    const unbroken =
      wrapTools([tool('t', { description: '😀'.repeat(800) })], [], 30).tools[0]?.description ?? '';
    expect(checkModelText(unbroken)).toBeUndefined();
  });

  it('say so when a server has no words for them', () => {
    const [shown] = wrapTools([tool('t', { description: undefined })], [], 30).tools;
    expect(shown).toMatchObject({
      description: 'The tool t; its server says nothing about it.',
      notes: ['has no description: write one in toolkit.yaml'],
    });
    const [titled] = wrapTools([tool('t', { description: ' ', title: 'Adds' })], [], 30).tools;
    expect(titled?.notes).toEqual([]);
  });

  it('tell what of an input only the server itself checks', () => {
    const inputSchema = { type: 'object', properties: { id: { type: 'string', pattern: '^a' } } };
    expect(wrapTools([tool('t', { inputSchema })], [], 30).tools[0]?.notes).toEqual([
      expect.stringMatching(/^input \/properties\/id: pattern/),
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTACHABLE_IDS, ATTACHABLES } from '../../../src/harness/attach/attachables.ts';
import { type Attachment, entryDigest } from '../../../src/harness/attach/attachment.ts';
import { planAttach, planDetach } from '../../../src/harness/attach/plan-config.ts';

const LAUNCH = {
  command: '/usr/bin/node',
  args: ['/opt/toolbase/bin/run.js', 'serve', '/home/ada/widths.lock'],
  variables: { TOOLBASE_HOME: '/home/ada/tb' },
  passed: ['LAB_KEY'],
};
const KEEP = { force: false };

const GIVEN = {
  json: [
    undefined,
    '',
    '\n',
    '{}',
    '{ }\n',
    '{"mcpServers":{}}',
    '{\n\t"a": 1, // why\n\t"mcpServers": {\n\t\t"other": { "command": "x" }, // keep\n\t},\n}\n',
    '{\r\n    "theme": "dark",\r\n    "list": [1, 2]\r\n}\r\n',
    '\uFEFF{"a": "ä"}\n',
    '{"z": {"deep": [{"x": null}]}, "servers": {"b": {"command": "y"}}, "context_servers": {"c": {}}}',
  ],
  toml: [
    undefined,
    '',
    '# only a comment',
    'model = "m"  # fast\n',
    'model = "m"\n\n[mcp_servers.other] # keep\ncommand = "x"\nargs = [ "a",\n  "b", # c\n]\n\n# end\n',
    '[mcp_servers]\nother = { command = "x" }\n',
    'mcp_servers.other = { command = "x" }\r\nday = 1979-05-27\r\nbig = 12345678901234567\r\n',
    '[[profiles]]\nname = "a"\n[[profiles]]\nname = "b"',
  ],
  yaml: [
    undefined,
    '',
    '# only a comment\n',
    'GOOSE_MODEL: m # fast\n',
    'extensions:\n  developer: # keep\n    enabled: true\n    type: builtin\n\n# end\nGOOSE_MODE: auto\n',
    'extensions:\n      a:\n        enabled: false',
    'a: |\n  text\n  more\n',
    'GOOSE_MODEL: m\nextensions: {}\n',
    'extensions:\n',
  ],
} as const;

const FILE = '/home/ada/config';

function attached(id: (typeof ATTACHABLE_IDS)[number], text: string | undefined, before?: Attachment) {
  const harness = ATTACHABLES[id];
  const entry = harness.entry(LAUNCH);
  const plan = planAttach(harness, { file: FILE, text, attachment: before }, 'toolbase', entry, KEEP);
  const attachment: Attachment = {
    formatVersion: 1,
    harness: id,
    scope: 'user',
    name: 'toolbase',
    file: FILE,
    lock: '/home/ada/widths.lock',
    created: plan.created,
    entryDigest: entryDigest(entry),
    splice: plan.splice,
    skills: [],
  };
  return { harness, plan, attachment };
}

describe('attach and detach of every agent program', () => {
  for (const id of ATTACHABLE_IDS)
    it(`${id}: detach brings every file back to the byte, and attach twice is attach once`, () => {
      for (const text of GIVEN[ATTACHABLES[id].format]) {
        const { harness, plan, attachment } = attached(id, text);
        const again = attached(id, plan.text, attachment);
        expect(again.plan.text).toBe(plan.text);
        expect(again.plan.created).toBe(plan.created);
        const state = { file: FILE, text: plan.text, attachment };
        expect(planDetach(harness, state, 'toolbase', KEEP)).toBe(text);
      }
    });

  it('keeps what was added to the file after attach, and takes out only the entry', () => {
    const { harness, plan, attachment } = attached('claude-code', '{"mcpServers": {"a": {"command": "x"}}}');
    const text = plan.text.replace('"a":', '"b": {"command": "y"}, "a":');
    const rest = planDetach(harness, { file: FILE, text, attachment }, 'toolbase', KEEP);
    expect(JSON.parse(rest ?? '')).toEqual({ mcpServers: { b: { command: 'y' }, a: { command: 'x' } } });
    const codex = attached('codex', 'model = "m" # c\n');
    const edited = `${codex.plan.text}\n[tui]\nx = 1 # mine\n`;
    const left = planDetach(
      codex.harness,
      { file: FILE, text: edited, attachment: codex.attachment },
      'toolbase',
      KEEP,
    );
    expect(left).toContain('model = "m" # c\n');
    expect(left).toContain('x = 1 # mine\n');
    expect(left).not.toContain('toolbase');
    const goose = attached('goose', 'extensions:\n  a: {enabled: true} # c\n');
    const more = `${goose.plan.text}MODE: auto # mine\n`;
    const kept = planDetach(
      goose.harness,
      { file: FILE, text: more, attachment: goose.attachment },
      'toolbase',
      KEEP,
    );
    expect(kept).toContain('# c');
    expect(kept).toContain('MODE: auto # mine');
    expect(kept).not.toContain('toolbase');
  });

  it('keeps a comment that was written below the entry', () => {
    for (const given of ['model = "m"\n', '', '[mcp_servers.other]\ncommand = "x"\n']) {
      const { plan, attachment } = attached('codex', given);
      const edited = `${plan.text}# mine\n\n[profiles.a] # of mine\nx = 1\n# end\n`;
      const rest = planDetach(ATTACHABLES.codex, { file: FILE, text: edited, attachment }, 'toolbase', KEEP);
      expect(rest).toBe(`${given}# mine\n\n[profiles.a] # of mine\nx = 1\n# end\n`);
    }
  });

  it('refuses a layout that would have to be kept whole and is too large for it', () => {
    const given = JSON.stringify({ history: 'x'.repeat(1_000_000), mcpServers: { a: {} } });
    expect(() => attached('cursor', given)).toThrow(/too large to be laid out/);
  });

  it('refuses to drop an entry that was edited since, unless forced', () => {
    for (const id of ['gemini-cli', 'codex', 'goose'] as const) {
      const { harness, plan, attachment } = attached(id, undefined);
      const text = plan.text.replace('/usr/bin/node', '/usr/bin/other');
      const state = { file: FILE, text, attachment };
      expect(() => planDetach(harness, state, 'toolbase', KEEP)).toThrow(/was edited since/);
      expect(planDetach(harness, state, 'toolbase', { force: true })).not.toContain('/usr/bin/other');
    }
  });

  it("refuses a server of that name which is somebody else's; forced, detach brings it back", () => {
    const text = '{"mcpServers": {"toolbase": {"command": "mine"}}}\n';
    const harness = ATTACHABLES.cursor;
    const entry = harness.entry(LAUNCH);
    const state = { file: FILE, text, attachment: undefined };
    expect(() => planAttach(harness, state, 'toolbase', entry, KEEP)).toThrow(/not attached from here/);
    const plan = planAttach(harness, state, 'toolbase', entry, { force: true });
    expect(JSON.parse(plan.text)).toEqual({ mcpServers: { toolbase: entry } });
    const attachment = { ...attached('cursor', undefined).attachment, ...plan };
    expect(planDetach(harness, { file: FILE, text: plan.text, attachment }, 'toolbase', KEEP)).toBe(text);
  });

  it('says what is wrong with a broken file and quotes nothing of it', () => {
    const broken = {
      'claude-code': '{"token": "sk-secret" "b": 1}',
      codex: 'token = "sk-secret" oops\n',
      goose: 'token: "sk-secret" oops\n',
      zed: '[1, 2]',
    } as const;
    for (const [id, text] of Object.entries(broken)) {
      const harness = ATTACHABLES[id as keyof typeof broken];
      const plan = () =>
        planAttach(
          harness,
          { file: FILE, text, attachment: undefined },
          'toolbase',
          harness.entry(LAUNCH),
          KEEP,
        );
      expect(plan).toThrow(/config is broken/);
      expect(plan).not.toThrow(/sk-secret/);
    }
  });

  it('refuses a place on the way that is no table', () => {
    const harness = ATTACHABLES['claude-code'];
    for (const text of ['{"mcpServers": []}', '{"mcpServers": "x"}', '{"mcpServers": null}'])
      expect(() =>
        planAttach(
          harness,
          { file: FILE, text, attachment: undefined },
          'toolbase',
          harness.entry(LAUNCH),
          KEEP,
        ),
      ).toThrow(/is not a table|cannot be edited safely/);
  });

  it('tells the two shapes of OpenCode apart', () => {
    expect(() => attached('opencode', '{"mcp": {"servers": {"a": {"command": ["x"]}}}}')).toThrow(
      /opencode-2/,
    );
    expect(() => attached('opencode-2', '{"mcp": {"a": {"type": "local", "command": ["x"]}}}')).toThrow(
      /attach opencode$/,
    );
    expect(JSON.parse(attached('opencode-2', '{"mcp": {}}').plan.text)).toEqual({
      mcp: { servers: { toolbase: ATTACHABLES['opencode-2'].entry(LAUNCH) } },
    });
  });

  it('gives any JSON object back to the byte, however it is laid out', () => {
    const spaces = fc.constantFrom('', ' ', '\n', '\n  ', '\t', '\r\n    ');
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaces, fc.nat(4), (object, space, indent) => {
        fc.pre(!Object.hasOwn(object, '__proto__') && !Object.hasOwn(object, 'mcpServers'));
        const text = space + JSON.stringify(object, null, indent) + space;
        const { harness, plan, attachment } = attached('claude-code', text);
        const parsed: unknown = JSON.parse(plan.text);
        expect(parsed).toEqual({
          ...(JSON.parse(text) as object),
          mcpServers: { toolbase: harness.entry(LAUNCH) },
        });
        expect(planDetach(harness, { file: FILE, text: plan.text, attachment }, 'toolbase', KEEP)).toBe(text);
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { canonicalJson, type Json, prettyCanonicalJson, reportOf, sha256 } from '../../src/kernel/index.ts';
import { decodeLock, encodeLock } from '../../src/lockfile/index.ts';
import { sampleLock } from './sample-lock.ts';

const text = encodeLock(sampleLock());

const codeOf = (changed: string): string => {
  try {
    decodeLock(changed, 'x.lock');
  } catch (fault) {
    return reportOf(fault).code;
  }
  return 'accepted';
};
const messageOf = (changed: string): string => {
  try {
    decodeLock(changed, 'x.lock');
  } catch (fault) {
    return reportOf(fault).message;
  }
  return 'accepted';
};

/** A lock changed by hand with both digests made right again, as an attacker would write it. */
function forged(change: (lock: Record<string, Json>) => void): string {
  const lock = JSON.parse(text) as Record<string, Json>;
  change(lock);
  delete lock['lockDigest'];
  const operations = lock['operations'] as Record<string, { tool: Json }>;
  const skills = lock['skills'] as { digest: Json }[];
  const shown = {
    instructions: lock['instructions'],
    skills: skills.map(({ digest }) => digest),
    tools: Object.fromEntries(Object.entries(operations).map(([name, { tool }]) => [name, tool])),
  };
  lock['interfaceDigest'] = sha256(`toolbase-interface-v1\n${canonicalJson(shown)}`);
  lock['lockDigest'] = sha256(`toolbase-lock-v1\n${canonicalJson(lock)}`);
  return prettyCanonicalJson(lock);
}

describe('a lock file', () => {
  it('reads back as the lock it was written from', () => {
    expect(decodeLock(text, 'x.lock')).toEqual(sampleLock());
    expect(forged(() => undefined)).toBe(text);
  });

  it('with any one byte changed is refused', () => {
    const outcomes = new Set<string>();
    for (let at = 0; at < text.length; at += 1)
      for (const replacement of [String.fromCharCode(text.charCodeAt(at) ^ 1), ' ', '']) {
        if (replacement === text[at]) continue;
        outcomes.add(codeOf(text.slice(0, at) + replacement + text.slice(at + 1)));
      }
    expect([...outcomes].sort()).toEqual(['LOCK_DAMAGED', 'LOCK_VERSION']);
  });

  it('with a value nested as deep as the stack reaches or deeper is read or refused, and no fault of ours', () => {
    let deep: Json = 'x';
    for (let level = 0; level < 1500; level += 1) deep = [deep];
    const changed = forged((lock) => {
      const [first] = Object.values(lock['operations'] as Record<string, { tool: { inputSchema: Json } }>);
      if (first !== undefined)
        first.tool.inputSchema = {
          type: 'object',
          properties: { list: { type: 'array', items: { type: 'string' }, default: deep } },
          additionalProperties: false,
        };
    });
    expect(['LOCK_DAMAGED', 'accepted']).toContain(codeOf(changed));
  });

  it('with white space, a byte order mark or a line added is refused', () => {
    for (const changed of [
      ` ${text}`,
      `${text} `,
      `${text}\n`,
      `\ufeff${text}`,
      text.replaceAll('\n', '\r\n'),
      text.trimEnd(),
    ])
      expect(codeOf(changed)).toBe('LOCK_DAMAGED');
  });

  it('with keys in another order is refused', () => {
    const { formatVersion, ...rest } = JSON.parse(text) as Record<string, Json>;
    expect(codeOf(`${JSON.stringify({ ...rest, formatVersion }, null, 2)}\n`)).toBe('LOCK_DAMAGED');
  });

  it('of an unknown format version is refused as such', () => {
    for (const version of ['2', '0', '"1"', 'null', '1.5'])
      expect(codeOf(text.replace('"formatVersion": 1', `"formatVersion": ${version}`))).toBe('LOCK_VERSION');
    expect(codeOf('{}\n')).toBe('LOCK_VERSION');
    expect(codeOf('[]\n')).toBe('LOCK_VERSION');
  });

  it('with merge-conflict markers is refused with the way out', () => {
    const conflict = text.replace(
      '  "instructions"',
      '<<<<<<< HEAD\n  "instructions": "a",\n=======\n>>>>>>> theirs\n  "instructions"',
    );
    expect(codeOf(conflict)).toBe('LOCK_CONFLICT');
    try {
      decodeLock(conflict, 'x.lock');
    } catch (fault) {
      expect(reportOf(fault).hint).toContain('`toolbase lock`');
    }
  });

  it('with duplicate keys is refused, naming the key', () => {
    expect(messageOf(text.replace('"formatVersion": 1,', '"formatVersion": 1,\n  "formatVersion": 1,'))).toBe(
      'x.lock line 3 has the duplicate key "formatVersion"',
    );
  });

  it('with a __proto__ key is refused, also with right digests', () => {
    expect(messageOf(text.replace('"operations": {', '"__proto__": {"x": 1},\n  "operations": {'))).toContain(
      'forbidden key "__proto__"',
    );
    const withProto = forged((lock) => {
      const tool = (lock['operations'] as Record<string, Record<string, Json>>)['grid__Width']!;
      tool['effects'] = JSON.parse('{"__proto__": {"reads": []}}') as Json;
    });
    expect(withProto).toContain('"__proto__"');
    expect(codeOf(withProto)).toBe('LOCK_DAMAGED');
  });

  it('that is no JSON, nested without end, or empty is refused', () => {
    for (const wrong of [
      '',
      'lock: yaml\n',
      '['.repeat(500_000),
      `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`,
    ])
      expect(codeOf(wrong)).toBe('LOCK_DAMAGED');
  });
});

describe('a lock written by hand with right digests', () => {
  type Operations = Record<string, Record<string, Json>>;
  const operations = (lock: Record<string, Json>): Operations => lock['operations'] as Operations;

  it.each<[string, string, (lock: Record<string, Json>) => void]>([
    ['unknown keys', 'unknown key "extra"', (lock) => (lock['extra'] = true)],
    [
      'an operation under another name',
      'grid__Width is listed as evil__Width',
      (lock) => ((operations(lock)['grid__Width']!['tool'] as Record<string, Json>)['name'] = 'evil__Width'),
    ],
    [
      'an operation of a toolkit that is not locked',
      'which is not locked',
      (lock) => (operations(lock)['grid__Width']!['toolkit'] = 'nowhere'),
    ],
    [
      'a name that is not its operation',
      'grid__Width is not a name of Depth',
      (lock) => (operations(lock)['grid__Width']!['operation'] = 'Depth'),
    ],
    [
      'two names equal but for case',
      'twice but for case',
      (lock) => {
        const twin = structuredClone(operations(lock)['grid__Width']!);
        twin['operation'] = 'WIDTH';
        (twin['tool'] as Record<string, Json>)['name'] = 'grid__WIDTH';
        operations(lock)['grid__WIDTH'] = twin;
      },
    ],
    [
      'a dependency that is not locked',
      'needs @lab/core, which is not locked',
      (lock) => delete (lock['toolkits'] as Record<string, Json>)['@lab/core'],
    ],
    [
      'an approval of an operation whose toolkit is no wrapped server',
      'only an operation of a wrapped server can be',
      (lock) => (operations(lock)['grid__Width']!['approvedDiff'] = sha256('a diff')),
    ],
    [
      'effects that say less than toolbase writes',
      'left out',
      (lock) => delete (operations(lock)['grid__Width']!['effects'] as Record<string, Json>)['reads'],
    ],
    [
      'an external program of which only the command is said',
      'left out',
      (lock) =>
        ((lock['toolkits'] as Record<string, Record<string, Json>>)['grid']!['externals'] = {
          form: { title: 'FORM', command: 'form' },
        }),
    ],
    ['skills out of order', 'out of order', (lock) => (lock['skills'] as Json[]).reverse()],
    [
      'a path that leaves the package',
      'must be a relative path',
      (lock) => ((lock['skills'] as Record<string, Json>[])[0]!['path'] = '../../home'),
    ],
    [
      'a toolkit name that is a path',
      'must be an npm package name',
      (lock) =>
        ((lock['toolkits'] as Record<string, Json>)['../..'] = (lock['toolkits'] as Record<string, Json>)[
          'grid'
        ]!),
    ],
    [
      'hidden characters in a description',
      'invisible character',
      (lock) =>
        ((operations(lock)['grid__Width']!['tool'] as Record<string, Json>)['description'] = 'a\u200bb'),
    ],
  ])('is refused for %s', (_what, message, change) => {
    const changed = forged(change);
    expect(codeOf(changed)).toBe('LOCK_DAMAGED');
    expect(messageOf(changed)).toContain(message);
  });

  it('is refused when only the interface digest is wrong', () => {
    const lock = JSON.parse(text) as Record<string, Json>;
    lock['interfaceDigest'] = sha256('other');
    delete lock['lockDigest'];
    lock['lockDigest'] = sha256(`toolbase-lock-v1\n${canonicalJson(lock)}`);
    expect(messageOf(prettyCanonicalJson(lock))).toContain('interfaceDigest is not that of its operations');
  });
});

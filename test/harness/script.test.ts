import { describe, expect, it } from 'vitest';
import { operationsOf, Script } from '../../src/harness/index.ts';
import { scriptedHarness } from '../../src/harness/scripted/scripted-harness.ts';
import { type Json } from '../../src/kernel/index.ts';

const script = (...steps: Json[]): Json => ({ formatVersion: 1, kind: 'script', steps });
const call = (saveAs: string): Json => ({ do: 'call', operation: 'grid__Width', saveAs });
const write = (json: Json): Json => ({ do: 'write', path: 'answer.json', json });

describe('a script', () => {
  it('is identified by its steps, defaults included, and not by how they are written', () => {
    const bare = scriptedHarness(script({ do: 'call', operation: 'grid__Width' }), 'a.yaml');
    const full = scriptedHarness(script({ arguments: {}, operation: 'grid__Width', do: 'call' }), 'b.yaml');
    const other = scriptedHarness(
      script({ do: 'call', operation: 'grid__Width', arguments: { x: 1 } }),
      'a.yaml',
    );
    expect(full.digest).toBe(bare.digest);
    expect(other.digest).not.toBe(bare.digest);
  });

  it('tells the operations that it calls, each once', () => {
    expect(operationsOf(Script.parse(script(call('a'), call('b'), { do: 'nothing' })))).toEqual([
      'grid__Width',
    ]);
  });
});

describe('a script is refused', () => {
  it.each<[string, Json]>([
    ['that does nothing at all', script()],
    ['with an unknown step', script({ do: 'think' })],
    ['with an unknown key', script({ do: 'nothing', loudly: true })],
    ['that saves a name twice', script(call('a'), call('a'))],
    ['that uses a result which is saved later', script(write({ w: '${/a/width}' }), call('a'))],
    ['that uses a result which nobody saves', script(call('a'), write({ deep: ['x ${/b/width} y'] }))],
    ['that writes outside the workspace', script({ do: 'write', path: '../x', text: '' })],
    ['that writes neither json nor text', script({ do: 'write', path: 'x' })],
    ['that writes both', script({ do: 'write', path: 'x', json: 1, text: '1' })],
  ])('%s', (_why, value) => {
    expect(() => scriptedHarness(value, 'x.yaml')).toThrow(expect.objectContaining({ code: 'BAD_CAMPAIGN' }));
  });
});

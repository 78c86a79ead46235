import { expect, test } from 'vitest';
import { relabelBundle } from '../../src/workflow/relabel-bundle.ts';

test('modules of a bundle are renamed in their comments and wrappers, and nowhere else', () => {
  const labels = new Map([
    ['../../lib/a.js', 'a@1.0.0/a.js'],
    ['../../lib/b".js', 'b@1.0.0/b".js'],
  ]);
  const text = [
    'var require_b = __commonJS({',
    '  "../../lib/b\\".js"(exports, module) {',
    '    // ../../lib/a.js',
    '    const x = "../../lib/a.js";',
    '  }',
    '});',
    '',
    '// ../../lib/a.js',
    '// ../../lib/other.js',
    'f("../../lib/a.js");',
  ].join('\n');
  expect(relabelBundle(text, labels)).toBe(
    [
      'var require_b = __commonJS({',
      '  "b@1.0.0/b\\".js"(exports, module) {',
      '    // ../../lib/a.js',
      '    const x = "../../lib/a.js";',
      '  }',
      '});',
      '',
      '// a@1.0.0/a.js',
      '// ../../lib/other.js',
      'f("../../lib/a.js");',
    ].join('\n'),
  );
});

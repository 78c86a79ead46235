import { describe, expect, test } from 'vitest';
import { inPythonRange, PythonRange } from '../../src/manifest/index.ts';

describe('a range of Python versions', () => {
  // Expectations worked out by hand from PEP 440.
  test.each([
    ['>=3.10', ['3.10.0', '3.11.7', '4.0.0'], ['3.9.18', '2.7.18']],
    ['>=3.10,<3.13', ['3.12.9'], ['3.13.0', '3.9.9']],
    ['>= 3.10.5 , < 3.11', ['3.10.5', '3.10.14'], ['3.10.4', '3.11.0']],
    ['==3.11.*', ['3.11.0', '3.11.9'], ['3.12.0', '3.1.1']],
    ['==3.11.4', ['3.11.4'], ['3.11.5', '3.11.40']],
    ['~=3.10', ['3.10.0', '3.13.1'], ['3.9.0', '4.0.0']],
    ['~=3.10.2', ['3.10.2', '3.10.14'], ['3.10.1', '3.11.0']],
  ])('%s takes what PEP 440 says', (range, fitting, others) => {
    expect(fitting.filter((version) => !inPythonRange(PythonRange.parse(range), version))).toEqual([]);
    expect(others.filter((version) => inPythonRange(PythonRange.parse(range), version))).toEqual([]);
  });

  test('a pre-release is in no range', () => {
    expect(inPythonRange(PythonRange.parse('>=3.10'), '3.14.0rc1')).toBe(false);
  });

  test.each([
    '',
    '3.10',
    '>3.10',
    '>=3',
    '>=3.10,',
    '==3.11',
    '>=3.*',
    '>=3.10.*',
    '!=3.11.0',
    '>=3.10;x',
    '>=3.10 <4.0',
  ])('%j is refused', (range) => {
    expect(PythonRange.safeParse(range).success).toBe(false);
  });
});

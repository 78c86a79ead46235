import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  parseRequirements,
  type PinnedRequirement,
  requirementsText,
} from '../../src/manifest/pinned-requirements.ts';

const A = 'a'.repeat(64);
const B = '0'.repeat(64);

test('a compiled requirements file is read as pip reads it', () => {
  const text = [
    '# This file was made by a compiler',
    'anyio==4.9.0 \\',
    `    --hash=sha256:${A} \\`,
    `    --hash=sha256:${B}`,
    '    # via httpx',
    `uvicorn[standard, extra] == 0.30.0.post1 ; python_version < "3.13" and sys_platform != 'win32' --hash=sha256:${A}`,
    '',
    `six==1!1.16.0rc1+local.1 --hash sha256:${B}   # why`,
  ].join('\r\n');
  expect(parseRequirements(text, 'requirements.txt')).toEqual([
    { name: 'anyio', version: '4.9.0', hashes: [A, B] },
    {
      name: 'uvicorn[standard,extra]',
      version: '0.30.0.post1',
      marker: `python_version < "3.13" and sys_platform != 'win32'`,
      hashes: [A],
    },
    { name: 'six', version: '1!1.16.0rc1+local.1', hashes: [B] },
  ]);
});

test('an environment without packages is one', () => {
  expect(parseRequirements('# nothing but the interpreter\n', 'r')).toEqual([]);
});

describe('is refused, naming the line:', () => {
  const hash = `--hash=sha256:${A}`;
  test.each([
    ['an unpinned package', `six ${hash}`],
    ['a range', `six>=1.0 ${hash}`],
    ['a wildcard', `six==1.* ${hash}`],
    ['an arbitrary equality', `six===1.0 ${hash}`],
    ['two clauses', `six==1.0,<2 ${hash}`],
    ['no hash', 'six==1.0'],
    ['a weak hash', 'six==1.0 --hash=md5:d41d8cd98f00b204e9800998ecf8427e'],
    ['a short hash', 'six==1.0 --hash=sha256:abc'],
    ['an editable package', '-e .'],
    ['an address', `six @ https://example.invalid/six.whl ${hash}`],
    ['a bare address', `https://example.invalid/six.whl ${hash}`],
    ['a repository', 'git+https://example.invalid/six'],
    ['a path', `./six-1.0-py3-none-any.whl ${hash}`],
    ['an archive by name', `dist/six.whl ${hash}`],
    ['an included file', '-r more.txt'],
    ['constraints', '--constraint c.txt'],
    ['an index', '--index-url https://example.invalid/simple'],
    ['a second index', '--extra-index-url=https://example.invalid/simple'],
    ['a folder of files', '--find-links /tmp'],
    ['a trusted host', '--trusted-host example.invalid'],
    ['a pre-release switch', '--pre'],
    ['an option of one package', `six==1.0 --config-settings=x=y ${hash}`],
    ['an option that hides behind a marker', `six==1.0 ; x --global-option=y ${hash}`],
    ['a short option that hides behind a marker', `six==1.0 ; os_name == "x" -r more.txt ${hash}`],
    ['a variable of the environment', `six==1.0 ; "\${SECRET}" == "x" ${hash}`],
    ['a variable in the name', `\${SECRET}==1.0 ${hash}`],
    ['an option after a joined line', `six==1.0 \\\n --index-url=x \\\n ${hash}`],
  ])('%s', (_what, line) => {
    const text = `six==1.0 ${hash}\n${line}\n`;
    expect(() => parseRequirements(text, 'requirements.txt')).toThrow(
      expect.objectContaining({
        code: 'BAD_MANIFEST',
        message: expect.stringContaining('requirements.txt: line 2 ') as string,
      }),
    );
  });
});

test('what is written is read back as it was', () => {
  const hash = fc.string({ unit: fc.constantFrom('0', '3', '9', 'a', 'f'), minLength: 64, maxLength: 64 });
  const requirement: fc.Arbitrary<PinnedRequirement> = fc.record(
    {
      name: fc.stringMatching(
        /^[A-Za-z0-9]{1,8}(?:[._-][A-Za-z0-9]{1,4}){0,2}(?:\[[a-z]{1,5}(?:,[a-z]{1,5})?\])?$/,
      ),
      version: fc.stringMatching(
        /^(?:[1-9]!)?[0-9]{1,3}(?:\.[0-9]{1,3}){0,3}(?:(?:a|b|rc)[0-9])?(?:\.post[0-9])?$/,
      ),
      marker: fc.constantFrom('python_version < "3.12"', "sys_platform == 'linux' and (os_name != 'nt')"),
      hashes: fc.array(hash, { minLength: 1, maxLength: 4 }),
    },
    { requiredKeys: ['name', 'version', 'hashes'] },
  );
  fc.assert(
    fc.property(fc.array(requirement, { maxLength: 6 }), (pinned) => {
      expect(parseRequirements(requirementsText(pinned), 'r')).toEqual(pinned);
    }),
  );
});

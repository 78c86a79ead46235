import { describe, expect, test } from 'vitest';
import type { BuildStep } from '../../../src/store/build-plan.ts';
import { buildFailure, type StepEnd } from '../../../src/store/build-failure.ts';
import { installerVariables } from '../../../src/store/installer-variables.ts';

test('an installer inherits where packages come from, and nothing that steers it otherwise', () => {
  const passed = {
    HOME: '/h',
    PATH: '/bin',
    https_proxy: 'http://proxy',
    SSL_CERT_FILE: '/ca',
    PIP_INDEX_URL: 'https://index',
    UV_DEFAULT_INDEX: 'https://index',
    npm_config_registry: 'https://registry',
  };
  const kept = {
    PYTHONPATH: '/evil',
    PYTHONHOME: '/evil',
    PYTHONSTARTUP: '/evil',
    PYTHONSAFEPATH: '1',
    VIRTUAL_ENV: '/evil',
    PIP_TARGET: '/evil',
    PIP_REQUIREMENT: '/evil',
    PIP_REQUIRE_HASHES: '0',
    UV_PYTHON: '/evil',
    UV_NO_VERIFY_HASHES: '1',
    npm_config_ignore_scripts: 'false',
    npm_config_prefix: '/evil',
    NODE_OPTIONS: '--require /evil',
    LD_PRELOAD: '/evil',
    OPENAI_API_KEY: 'secret',
    TOOLBASE_SETTING_GRID__KEY: 'secret',
  };
  expect(installerVariables({ ...passed, ...kept })).toEqual({
    ...passed,
    NO_COLOR: '1',
    PYTHONDONTWRITEBYTECODE: '1',
    UV_NATIVE_TLS: 'true',
    UV_PYTHON_DOWNLOADS: 'never',
    UV_SYSTEM_CERTS: 'true',
  });
});

describe('the error of a failed build', () => {
  const step: BuildStep = { stage: 'install', command: '/bin/pip', args: ['install'], success: [0] };
  const failed = (lines: string[], end: StepEnd = { kind: 'exited', status: 1 }) =>
    buildFailure('environment py of grid', step, end, lines).report();

  test('says the last lines, without passwords and escape sequences', () => {
    const lines = [
      'Looking in https://me:hunter2@index.invalid/simple',
      '',
      '\u001b[31mERROR:\u001b[0m no \u202ewheel',
    ];
    const { code, message } = failed(lines);
    expect(code).toBe('ENVIRONMENT_FAILED');
    expect(message).toBe(
      'environment py of grid could not be built: /bin/pip ended with exit status 1; it last printed:\n' +
        'Looking in https://***@index.invalid/simple\nERROR: no wheel',
    );
  });

  test('is short however much was printed', () => {
    const { message } = failed(Array.from({ length: 100 }, (_none, at) => `${at} ${'x'.repeat(5000)}`));
    expect(message.length).toBeLessThan(4000);
    expect(message).toContain('\n99 x');
    expect(message).not.toContain('\n87 x');
  });

  test.each([
    ['pip', 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.'],
    ['uv', 'cause: Hash mismatch for `idna==3.10`'],
    ['npm', 'npm error code EINTEGRITY'],
  ])('tells a wrong hash as %s words it', (_installer, line) => {
    expect(failed([line, 'more']).code).toBe('INTEGRITY_MISMATCH');
  });

  test.each([
    [{ kind: 'signalled', signal: 'SIGKILL' } as const, 'was ended by SIGKILL'],
    [{ kind: 'not-started', reason: 'spawn ENOENT' } as const, 'could not be started (spawn ENOENT)'],
    [{ kind: 'timed-out', afterMs: 1_800_000 } as const, 'did not end within 1800 s'],
  ])('tells how the program ended: %j', (end, words) => {
    expect(failed([], end).message).toBe(`environment py of grid could not be built: /bin/pip ${words}`);
  });
});

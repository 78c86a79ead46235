import { describe, expect, it } from 'vitest';
import { SettingDeclaration } from '../../../src/manifest/index.ts';
import { portableArguments, serverVariables } from '../../../src/workflow/wrap/server-inputs.ts';

describe('what a wrapped server is told', () => {
  it('holds no place of this machine: folders are the workspace, files are settings', () => {
    const kinds: Record<string, 'file' | 'folder'> = { '/data': 'folder', './c.json': 'file', '/k': 'file' };
    const given = portableArguments(
      ['stdio', '/data', '--config=./c.json', '--key', '/k', '/gone', '${workspace}/x', 'data'],
      (at) => kinds[at],
      (at) => `/abs/${at}`,
    );
    expect(given.args).toEqual([
      'stdio',
      '${workspace}',
      '--config=${setting.file_1}',
      '--key',
      '${setting.file_2}',
      '/gone',
      '${workspace}/x',
      'data',
    ]);
    expect(given.values).toEqual({ file_1: '/abs/./c.json', file_2: '/abs//k' });
    expect(given.notes.join()).not.toContain('/data');
  });

  it.each([
    ['decomposed letters', './Zu\u0308rich.csv', 'In place of Zürich.csv'],
    ['a line break and an escape', './a\n\u001b[31mb', 'In place of a[31mb'],
    ['a long option', `--${'x'.repeat(90)}=./c`, `In place of --${'x'.repeat(66)}`],
    ['half a pair at the cut', `./${'x'.repeat(39)}\u{1d465}y`, `In place of ${'x'.repeat(39)}\ufffd`],
  ])('has titles that may be shown for names of files with %s', (_what, word, title) => {
    const { settings } = portableArguments(
      [word],
      () => 'file',
      (at) => at,
    );
    expect(settings['file_1']).toMatchObject({ title });
    expect(SettingDeclaration.safeParse(settings['file_1']).success).toBe(true);
  });

  it('takes variables as settings, sensitive ones by reference, and texts as they are', () => {
    const given = serverVariables(['API_TOKEN', 'MODE', 'DB=${workspace}/m.json'], {
      API_TOKEN: 's3cret',
      MODE: 'fast',
    });
    expect(given.env).toEqual({
      API_TOKEN: '${setting.api_token}',
      MODE: '${setting.mode}',
      DB: '${workspace}/m.json',
    });
    expect(given.settings).toMatchObject({ api_token: { sensitive: true }, mode: { sensitive: false } });
    expect(given.values).toEqual({ api_token: 'env:API_TOKEN', mode: 'fast' });
    expect(JSON.stringify(given)).not.toContain('s3cret');
  });

  it.each([['lower'], ['API_KEY=s3cret'], ['MISSING'], ['=x'], ['__']])('refuses --env %s', (text) => {
    try {
      serverVariables([text], {});
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toMatchObject({ code: 'USAGE' });
      expect(JSON.stringify(thrown) + String(thrown)).not.toContain('s3cret');
    }
  });
});

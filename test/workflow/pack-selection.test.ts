import { describe, expect, it } from 'vitest';
import { type FoundFile, selectFiles } from '../../src/workflow/pack-selection.ts';

const file = (path: string, kind: FoundFile['kind'] = 'file'): FoundFile => ({
  path,
  kind,
  executable: false,
  sizeBytes: 1,
});

const selected = (paths: readonly string[], listed: readonly string[], named: readonly string[] = []) =>
  selectFiles(
    paths.map((path) => file(path)),
    listed,
    named,
  ).files.map(({ path }) => path);

describe('choosing the files of a package', () => {
  it('always takes the toolkit’s own papers, at the root only', () => {
    expect(
      selected(
        [
          'LICENSE',
          'LICENCE.md',
          'NOTICE',
          'README.md',
          'readme-more.txt',
          'toolkit.yaml',
          'src/README.md',
          'readable.txt',
        ],
        [],
      ),
    ).toEqual(['LICENSE', 'LICENCE.md', 'NOTICE', 'README.md', 'readme-more.txt', 'toolkit.yaml']);
  });

  it.each<[string, string[], string[]]>([
    ['a folder', ['tables'], ['tables/a.csv', 'tables/deep/b.csv']],
    ['a folder with slashes around it', ['./tables/'], ['tables/a.csv', 'tables/deep/b.csv']],
    ['a file', ['tables/a.csv'], ['tables/a.csv']],
    ['one level of a folder', ['tables/*.csv'], ['tables/a.csv']],
    ['all levels of a folder', ['tables/**/*.csv'], ['tables/a.csv', 'tables/deep/b.csv']],
    ['a pattern for one letter', ['table?/a.csv'], ['tables/a.csv']],
    ['all', ['.'], ['tables/a.csv', 'tables/deep/b.csv', 'tablesXa.csv']],
    ['a name with a dot taken as it is', ['tables.a.csv'], []],
  ])('takes %s that is listed', (_, listed, expected) => {
    expect(selected(['tables/a.csv', 'tables/deep/b.csv', 'tablesXa.csv'], listed)).toEqual(expected);
  });

  it('takes what the toolkit itself names', () => {
    expect(selected(['skills/a/SKILL.md', 'skills/b/SKILL.md'], [], ['skills/a'])).toEqual([
      'skills/a/SKILL.md',
    ]);
  });

  it('leaves out what programs leave behind, and says nothing of it', () => {
    const found = ['server/main.py', 'server/main.pyc', 'server/.DS_Store'].map((path) => file(path));
    expect(selectFiles(found, ['server'], [])).toEqual({ files: [file('server/main.py')], leftOut: [] });
  });

  it.each(['../x', 'a/../../x', '!tables'])('refuses the pattern %s', (pattern) => {
    expect(() => selected([], [pattern])).toThrow(expect.objectContaining({ code: 'BAD_MANIFEST' }) as Error);
  });

  it('leaves secrets out wherever they lie, and names them', () => {
    const secrets = [
      '.env',
      'a/.env.production',
      '.npmrc',
      'a/id_rsa',
      'a/id_ed25519.pub',
      'a/server.PEM',
      'a/private.key',
      'credentials.json',
      'a/.aws/config',
      'node_modules/x/index.js',
      '.git/config',
      'toolbase.local.yaml',
      '.mcp.json',
      'a/.toolbase/results/x.png',
      '.claude/settings.local.json',
      '.codex/config.toml',
    ];
    const { files, leftOut } = selectFiles(
      [...secrets, 'a/environment.md'].map((path) => file(path)),
      ['.'],
      [],
    );
    expect(files.map(({ path }) => path)).toEqual(['a/environment.md']);
    expect(leftOut).toEqual(secrets);
  });

  it('refuses links and devices only where they were chosen', () => {
    const found = [file('tables/link', 'link'), file('tables/pipe', 'other')];
    expect(selectFiles(found, [], []).files).toEqual([]);
    expect(() => selectFiles(found, ['tables'], [])).toThrow(/tables\/link.*tables\/pipe/);
  });
});

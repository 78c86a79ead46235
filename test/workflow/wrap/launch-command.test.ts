import { describe, expect, it } from 'vitest';
import { launchOf } from '../../../src/workflow/wrap/launch-command.ts';
import { splitCommand } from '../../../src/workflow/wrap/split-command.ts';

const launch = (line: string) => launchOf(splitCommand(line));

describe('how a server is started', () => {
  it.each([
    [
      'npx -y @scope/server@1.2.3 /data --verbose',
      {
        kind: 'npm',
        package: '@scope/server',
        range: '1.2.3',
        program: undefined,
        args: ['/data', '--verbose'],
      },
    ],
    ['npx server', { kind: 'npm', package: 'server', range: 'latest', program: undefined, args: [] }],
    [
      'npx --package=@scope/tools@^2 serve x',
      { kind: 'npm', package: '@scope/tools', range: '^2', program: 'serve', args: ['x'] },
    ],
    ['/usr/bin/node dist/index.js stdio', { kind: 'node-file', file: 'dist/index.js', args: ['stdio'] }],
    [
      'uvx mcp-server-time@1.0 --zone UTC',
      {
        kind: 'python-package',
        requirement: 'mcp-server-time==1.0',
        program: 'mcp-server-time',
        args: ['--zone', 'UTC'],
      },
    ],
    [
      'uvx --from "spectra[fast]>=2" spectra-mcp',
      { kind: 'python-package', requirement: 'spectra[fast]>=2', program: 'spectra-mcp', args: [] },
    ],
    ['pipx run spectra', { kind: 'python-package', requirement: 'spectra', program: 'spectra', args: [] }],
    [
      '.venv/bin/python3.12 -m spectra.server --fast',
      { kind: 'python-module', python: '.venv/bin/python3.12', module: 'spectra.server', args: ['--fast'] },
    ],
    ['python server.py a', { kind: 'python-file', python: 'python', file: 'server.py', args: ['a'] }],
    ['mathserver --stdio', { kind: 'program', program: 'mathserver', args: ['--stdio'] }],
  ])('%s is understood', (line, expected) => {
    expect(launch(line)).toEqual(expected);
  });

  it.each([
    ['TOKEN=x node a.js', 'USAGE'],
    ['docker run -i image', 'UNSUPPORTED'],
    ['uv run server.py', 'UNSUPPORTED'],
    ['bash -c "node a.js"', 'UNSUPPORTED'],
    ['npx github:user/repo', 'UNSUPPORTED'],
    ['npx ./folder', 'UNSUPPORTED'],
    ['npx https://example.org/x.tgz', 'UNSUPPORTED'],
    ['npx --node-options=x server', 'UNSUPPORTED'],
    ['node --require ./x.js a.js', 'UNSUPPORTED'],
    ['python -c print(1)'.replace('(1)', ''), 'UNSUPPORTED'],
    ['uvx git+https://example.org/x', 'UNSUPPORTED'],
    ['uvx --from https://example.org/x.whl x', 'UNSUPPORTED'],
    ['node', 'USAGE'],
    ['npx -y', 'USAGE'],
  ])('%s is refused', (line, code) => {
    expect(() => launch(line)).toThrow(expect.objectContaining({ code }));
  });
});

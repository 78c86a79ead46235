import { expect, test } from 'vitest';
import { NO_MACHINE_VALUES } from '../../src/host/index.ts';
import { HostSource } from '../../src/manifest/index.ts';
import { wrappedServerProgram } from '../../src/host/host-program.ts';

const places = {
  toolkit: '/store/t',
  workspace: '/w',
  node: '/usr/bin/node',
  environments: { py: { root: '/store/e', python: '/store/e/bin/python' }, web: { root: '/store/n' } },
};
const host = { kind: 'mcp' as const, args: [], env: {} };

test('a Python environment is the command, and its folder stands in arguments and variables', () => {
  const { program, mapped } = wrappedServerProgram(
    {
      ...host,
      command: '${environment.py}',
      args: ['-m', 'served', '${environment.py}/share'],
      env: { E: '${environment.py}' },
    },
    places,
    NO_MACHINE_VALUES,
  );
  expect(program).toEqual({ command: '/store/e/bin/python', args: ['-m', 'served', '/store/e/share'] });
  expect(mapped).toEqual({ PYTHONDONTWRITEBYTECODE: '1', E: '/store/e' });
});

test('a node server finds its packages in the folder of an npm environment', () => {
  const { program } = wrappedServerProgram(
    { ...host, command: 'node', args: ['${environment.web}/node_modules/served/index.js'] },
    places,
    NO_MACHINE_VALUES,
  );
  expect(program).toEqual({ command: '/usr/bin/node', args: ['/store/n/node_modules/served/index.js'] });
});

test.each([
  ['${environment.web}', 'BAD_MANIFEST'],
  ['${environment.other}', 'NOT_INSTALLED'],
])('the command %s is refused with %s', (command, code) => {
  expect(() => wrappedServerProgram({ ...host, command }, places, NO_MACHINE_VALUES)).toThrow(
    expect.objectContaining({ code }),
  );
});

test('a secret reaches the variables that the manifest maps, and never the arguments', () => {
  const machine = { ...NO_MACHINE_VALUES, settings: { port: 7 }, secrets: { token: 'CANARY' } };
  const server = { ...host, command: 'node', env: { TOKEN: '${setting.token}' } };
  const { program, mapped } = wrappedServerProgram({ ...server, args: ['${setting.port}'] }, places, machine);
  expect([program.args, mapped['TOKEN']]).toEqual([['7'], 'CANARY']);
  expect(() => wrappedServerProgram({ ...server, args: ['${setting.token}'] }, places, machine)).toThrow(
    expect.objectContaining({ code: 'SETTING_MISSING' }),
  );
});

test('a secret that no program can be given is not repeated: one that was saved as UTF-16', () => {
  const secret = Buffer.from('CANARY', 'utf16le').toString('utf8');
  const server = { ...host, command: 'node', env: { TOKEN: '${setting.token}' } };
  const given = { ...NO_MACHINE_VALUES, secrets: { token: secret } };
  const refused = (() => {
    try {
      return wrappedServerProgram(server, places, given);
    } catch (cause) {
      return cause;
    }
  })();
  expect(refused).toMatchObject({
    code: 'BAD_SETTINGS',
    message: 'the setting token holds a NUL character',
    hint: expect.stringContaining('UTF-8') as string,
  });
});

test.each([{ args: ['a\0b'] }, { env: { A: 'a\0b' } }])('words of a manifest hold no NUL: %j', (words) => {
  const given = { kind: 'mcp', command: 'node' };
  expect(HostSource.safeParse(given).success).toBe(true);
  expect(HostSource.safeParse({ ...given, ...words }).success).toBe(false);
});

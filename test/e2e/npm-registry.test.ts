import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EMPTY_NPMRC, nerfDart } from '../../src/registry/index.ts';
import { openNpmRegistry } from '../../src/registry/io/index.ts';
import { startVerdaccio, type Verdaccio } from '../registry/npm/verdaccio.ts';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';
import { changedWorkshop, WORKSHOP } from './workshop.ts';

let verdaccio: Verdaccio;
let token: string;

beforeAll(async () => {
  verdaccio = await startVerdaccio();
  const { address } = verdaccio;
  const cacheDir = await freshFolder();
  token = await openNpmRegistry({
    name: 'lab',
    address,
    cacheDir,
    offline: false,
    npmrc: EMPTY_NPMRC,
    credentials: new Map(),
    env: {},
  }).login({ user: 'ann', password: 'correct horse', register: true });
});
afterAll(() => verdaccio.stop());

/** A home whose settings name the server `lab`. */
async function home(settings = ''): Promise<string> {
  const folder = await freshFolder();
  const file = path.join(folder, 'settings.yaml');
  writeFileSync(file, `formatVersion: 1\nregistries:\n  lab: {npm: "${verdaccio.address}"}\n${settings}`);
  chmodSync(file, 0o600);
  return folder;
}

const owner = (): string => nerfDart(new URL(verdaccio.address));

it('one user publishes to a server, and another locks and installs from there', async () => {
  const ann = await home(`registryTokens: {"${owner()}": ${token}}\n`);
  const published = await toolbase(ann, ['publish', WORKSHOP, '--registry', 'lab', '--json']);
  expect(JSON.parse(published.stdout)).toMatchObject({
    outcome: 'published',
    registry: 'lab',
    name: 'workshop',
  });

  const bob = await home();
  const loadout = path.join(bob, 'x.yaml');
  const lock = path.join(bob, 'x.lock');
  writeFileSync(loadout, 'formatVersion: 1\ntoolkits:\n  workshop: "^1.0.0"\n');
  expect(await toolbase(bob, ['lock', loadout])).toMatchObject({ status: 0 });
  expect(JSON.parse(readFileSync(lock, 'utf8'))).toMatchObject({
    toolkits: { workshop: { registry: 'lab' } },
  });
  expect(await toolbase(bob, ['install', lock])).toMatchObject({ status: 0 });
  expect(await toolbase(bob, ['verify', lock])).toMatchObject({ status: 0 });

  const again = await toolbase(ann, ['publish', WORKSHOP, '--registry', 'lab', '--json']);
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'unchanged' });
  const other = await changedWorkshop('package.json', (text) => text.replace('Apache-2.0', 'MIT'));
  const refused = await toolbase(ann, ['publish', other, '--registry', 'lab', '--json']);
  expect(refused.status).toBe(2);
  expect(errorOf(refused)?.code).toBe('ALREADY_EXISTS');
});

it('a token may be a variable in .npmrc, and without it nobody publishes', async () => {
  const carol = await home();
  writeFileSync(path.join(carol, '.npmrc'), `${owner()}:_authToken=\${LAB_TOKEN}\n`);
  const folder = await changedWorkshop('package.json', (text) =>
    text.replace(/"version": "[^"]*"/, '"version": "1.9.0"'),
  );
  const publish = (env: Record<string, string>) =>
    toolbase(carol, ['publish', folder, '--registry', 'lab', '--json'], { env });
  const unset = await publish({});
  expect(errorOf(unset)?.code).toBe('SETTING_MISSING');
  const wrong = await publish({ LAB_TOKEN: 'no-such-token' });
  expect(wrong.status).toBe(3);
  expect(errorOf(wrong)?.code).toBe('REGISTRY_DENIED');
  expect(wrong.stdout + wrong.stderr).not.toContain('no-such-token');
  const right = await publish({ LAB_TOKEN: token });
  expect(JSON.parse(right.stdout)).toMatchObject({ outcome: 'published', version: '1.9.0' });
  expect(right.stdout + right.stderr).not.toContain(token);
});

it('a server that is not there is an error, not an empty registry', async () => {
  const dave = await freshFolder();
  writeFileSync(
    path.join(dave, 'settings.yaml'),
    'formatVersion: 1\nregistries: {lab: {npm: "http://127.0.0.1:9/"}}\n',
  );
  writeFileSync(path.join(dave, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  symbolic: "*"\n');
  const ended = await toolbase(dave, ['lock', path.join(dave, 'x.yaml'), '--json']);
  expect(ended.status).toBe(3);
  expect(errorOf(ended)?.code).toBe('REGISTRY_UNAVAILABLE');
});

it('a change that breaks callers is refused as a minor version, with what changed, and then forced', async () => {
  const ann = await home(`registryTokens: {"${owner()}": ${token}}\n`);
  const version = (from: string, to: string) => (text: string) =>
    text.replace(`"version": "${from}"`, `"version": "${to}"`);
  const publish = (folder: string, ...flags: string[]) =>
    toolbase(ann, ['publish', folder, '--registry', 'lab', ...flags]);
  expect(await publish(WORKSHOP)).toMatchObject({ status: 0 });
  const broken = await changedWorkshop('package.json', version('1.0.0', '1.0.1'));
  const source = path.join(broken, 'src', 'toolkit.ts');
  const text = readFileSync(source, 'utf8');
  writeFileSync(source, text.replace('b: z.number().default(1)', 'b: z.number()'));
  const refused = await publish(broken);
  expect(refused.status).toBe(1);
  expect(refused.stdout).toMatch(/^ {2}Add {2}changed \(major\)\n {4}input narrowed/m);
  expect(refused.stdout).toContain('call it 2.0.0');
  expect(await publish(broken, '--dry-run', '--json')).toMatchObject({ status: 1 });
  expect(await publish(broken, '--allow-break')).toMatchObject({ status: 0 });
});

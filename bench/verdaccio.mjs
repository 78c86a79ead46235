// A Verdaccio of its own on a free loopback port, with one user, and no way to any other registry.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { EMPTY_NPMRC, nerfDart } from '../dist/registry/index.js';
import { openNpmRegistry } from '../dist/registry/io/index.js';

/** @param {string} root folder of the package @param {string} folder for its storage */
export async function startVerdaccio(root, folder) {
  const file = path.join(folder, 'verdaccio.json');
  const configuration = {
    storage: path.join(folder, 'storage'),
    auth: { htpasswd: { file: path.join(folder, 'htpasswd'), algorithm: 'bcrypt', rounds: 1 } },
    uplinks: {},
    packages: { '**': { access: '$all', publish: '$authenticated' } },
    web: { enable: false },
    max_body_size: '100mb',
    userRateLimit: { windowMs: 1000, max: 100_000 },
    log: { type: 'stdout', format: 'json', level: 'fatal' },
  };
  writeFileSync(file, JSON.stringify(configuration));
  const child = spawn(process.execPath, [path.join(root, 'test/fixtures/registry/verdaccio.mjs'), file], {
    cwd: folder,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [said] = await once(child.stdout, 'data');
  const address = `http://127.0.0.1:${/port (\d+)/.exec(String(said))?.[1]}/`;
  /** @param {string} [token] */
  const open = (token) =>
    openNpmRegistry({
      name: 'lab',
      address,
      cacheDir: path.join(folder, 'cache'),
      offline: false,
      npmrc: EMPTY_NPMRC,
      env: {},
      credentials: new Map(
        token === undefined ? [] : [[nerfDart(new URL(address)), { kind: 'bearer', token }]],
      ),
    });
  const token = await open().login({ user: 'bench', password: 'bench-bench', register: true });
  return { address, registry: open(token), stop: () => child.kill() };
}

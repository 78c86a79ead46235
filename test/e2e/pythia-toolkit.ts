import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type TestContext } from 'vitest';
import { workspaceContext } from '../../toolkits/llp/test/call.ts';
import { freshFolder, toolbase, type Ended } from './toolbase.ts';
import { needsExternal } from '../external.ts';

export const SOFT_CARD = 'Beams:idA = 2212\nBeams:idB = 2212\nBeams:eCM = 13600.\nSoftQCD:inelastic = on\n';
export const CHARMONIUM_CARD =
  'Beams:idA = 2212\nBeams:idB = 2212\nBeams:eCM = 13600.\nCharmonium:all = on\n';

/** The toolkit with its environment of Python and Pythia, installed as a user does. */
export type InstalledLlp = {
  readonly home: string;
  readonly lock: string;
  readonly workspace: string;
  readonly ended: Ended;
  /** The interpreter of the environment; undefined when it could not be built here. */
  readonly python: string | undefined;
};

/** Locks and installs the toolkit in a home of its own, with two run cards in a workspace. */
export async function installLlp(): Promise<InstalledLlp> {
  const home = await freshFolder();
  const loadout = path.join(home, 'llp.yaml');
  const lock = path.join(home, 'llp.lock');
  await writeFile(loadout, 'formatVersion: 1\ntoolkits:\n  "@toolbase/llp": "*"\n');
  expect(await toolbase(home, ['lock', loadout])).toMatchObject({ status: 0 });
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        /^(?:PIP_|UV_|SSL_|HTTPS?_PROXY)/i.test(entry[0]) && entry[1] !== undefined,
    ),
  );
  const ended = await toolbase(home, ['install', lock, '--json'], { env });
  const workspace = await mkdtemp(path.join(home, 'workspace-'));
  await writeFile(path.join(workspace, 'soft.cmnd'), SOFT_CARD);
  await writeFile(path.join(workspace, 'charmonium.cmnd'), CHARMONIUM_CARD);
  return { home, lock, workspace, ended, python: ended.status === 0 ? await pythonIn(home) : undefined };
}

/** Skips where the environment could not be built: no Python that fits, no network, no wheel for the system. */
export function needsPythia(context: TestContext, { ended, python }: InstalledLlp): void {
  const cannot = ended.status === 3 && /"(?:EXTERNAL_MISSING|ENVIRONMENT_FAILED)"/.test(ended.stdout);
  if (!cannot) expect(ended).toMatchObject({ status: 0 });
  needsExternal(context, 'Pythia for the toolkit llp', python !== undefined);
}

/** A context with the interpreter that was installed, tables of initialisation kept in one folder for all tests. */
export async function pythiaContext(
  { python, home }: InstalledLlp,
  options: { signal?: AbortSignal; progress?: (done: number, total?: number, message?: string) => void } = {},
) {
  const plain = await workspaceContext();
  await writeFile(plain.readPath('soft.cmnd'), SOFT_CARD);
  await writeFile(plain.readPath('charmonium.cmnd'), CHARMONIUM_CARD);
  return {
    ...plain,
    ...options,
    environment: () => ({ root: '', python }),
    setting: (name: string) => (name === 'cache_folder' ? path.join(home, 'tables') : undefined),
  };
}

async function pythonIn(home: string): Promise<string | undefined> {
  const files = await readdir(home, { recursive: true });
  const found = files.find((file) => /environments\/[^/]+\/root\/bin\/python$/.test(file));
  return found === undefined ? undefined : path.join(home, found);
}

/** One call as a user makes it; its result. */
export async function callLlp(
  { home, lock, workspace }: InstalledLlp,
  operation: string,
  input: object,
): Promise<unknown> {
  const args = [
    'call',
    lock,
    `llp__${operation}`,
    '-a',
    JSON.stringify(input),
    '--workspace',
    workspace,
    '--json',
  ];
  const ended = await toolbase(home, args);
  if (ended.status !== 0) throw new Error(`${operation}: ${ended.stdout}${ended.stderr}`);
  return JSON.parse(ended.stdout) as unknown;
}

import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authority, startAuthority } from '../signature/authority.ts';
import { startVerdaccio, type Verdaccio } from '../registry/npm/verdaccio.ts';
import { errorOf, freshFolder, toolbase } from './toolbase.ts';
import { WORKSHOP } from './workshop.ts';

const identity = 'https://git.example.org/lab/kits/release.yml@refs/tags/v1';

let verdaccio: Verdaccio;
let authority: Authority;
let stranger: Authority;
/** A packed toolkit, and files with a good signature, one of other bytes and one of somebody unknown. */
let tarball: string;
let good: string;
let wrong: string;
let unknown: string;

beforeAll(async () => {
  [verdaccio, authority, stranger] = await Promise.all([
    startVerdaccio(),
    startAuthority(),
    startAuthority(),
  ]);
  const folder = await freshFolder();
  expect(await toolbase(folder, ['pack', WORKSHOP, '--out', folder])).toMatchObject({ status: 0 });
  tarball = path.join(folder, 'workshop-1.0.0.tgz');
  const bytes = readFileSync(tarball);
  const file = (name: string, bundle: unknown): string => {
    writeFileSync(path.join(folder, name), JSON.stringify(bundle));
    return path.join(folder, name);
  };
  good = file('good.json', await authority.attest(bytes, { identity }));
  wrong = file('wrong.json', await authority.attest(Buffer.from('other'), { identity }));
  unknown = file('unknown.json', await stranger.signBlob(bytes, { identity }));
});
afterAll(async () => {
  verdaccio.stop();
  await Promise.all([authority.close(), stranger.close()]);
});

/** A home in which `lab` is a registry and the authority is trusted, unless told otherwise. */
async function home(lab: object, policy: object | 'none' = {}): Promise<string> {
  const folder = await freshFolder();
  const root = path.join(folder, 'trusted_root.json');
  writeFileSync(root, authority.trustedRoot);
  const settings = {
    formatVersion: 1,
    registries: { lab },
    ...(policy === 'none' ? {} : { policy: { trustedRoot: root, ...policy } }),
  };
  const file = path.join(folder, 'settings.yaml');
  writeFileSync(file, JSON.stringify(settings));
  chmodSync(file, 0o600);
  writeFileSync(path.join(folder, 'x.yaml'), 'formatVersion: 1\ntoolkits:\n  workshop: "^1.0.0"\n');
  return folder;
}

const lockAndInstall = async (folder: string) => {
  const locked = await toolbase(folder, ['lock', 'x.yaml', '--json']);
  return locked.status === 0 ? toolbase(folder, ['install', 'x.lock', '--json']) : locked;
};

const places: [string, () => Promise<{ lab: object; publish: (...flags: string[]) => Promise<unknown> }>][] =
  [
    [
      'a directory',
      async () => {
        const directory = path.join(await freshFolder(), 'registry');
        const lab = { directory };
        const publish = async (...flags: string[]): Promise<unknown> =>
          toolbase(await freshFolder(), [
            'publish',
            tarball,
            '--registry',
            `lab=${directory}`,
            '--json',
            ...flags,
          ]);
        return { lab, publish };
      },
    ],
    [
      'a server',
      async () => {
        const lab = { npm: verdaccio.address };
        const ann = await home(lab, 'none');
        const user = ['login', '--user', 'ann', '--password-stdin', '--register'];
        expect(await toolbase(ann, user, { input: 'correct horse' })).toMatchObject({ status: 0 });
        const publish = (...flags: string[]): Promise<unknown> =>
          toolbase(ann, ['publish', tarball, '--registry', 'lab', '--json', ...flags]);
        return { lab, publish };
      },
    ],
  ];

describe.each(places)('a toolkit with a signature in %s', (_, place) => {
  it('is taken when the signature is good, and its signer is shown', async () => {
    const { lab, publish } = await place();
    expect(await publish('--signature', good)).toMatchObject({ status: 0 });
    const rules = { requireSignature: [{ registry: 'lab', identity }] };
    expect(await lockAndInstall(await home(lab, rules))).toMatchObject({ status: 0 });
    const view = await toolbase(await home(lab), ['view', 'workshop']);
    expect(view.stdout).toContain(`signed by     ${identity}`);
    const unchecked = await toolbase(await home(lab, 'none'), ['view', 'workshop']);
    expect(unchecked.stdout).toContain('1, not checked');

    const other = { requireSignature: [{ identity: `${identity}.1` }] };
    const refused = await lockAndInstall(await home(lab, other));
    expect(refused.status).toBe(2);
    expect(errorOf(refused)?.code).toBe('BAD_SIGNATURE');
  });
});

describe('in a directory', () => {
  const place = places[0]![1];

  it('a signature by nobody who is trusted is refused, and without a trusted root nobody looks', async () => {
    const { lab, publish } = await place();
    expect(await publish('--signature', unknown)).toMatchObject({ status: 0 });
    expect(errorOf(await lockAndInstall(await home(lab)))?.code).toBe('BAD_SIGNATURE');
    expect(await lockAndInstall(await home(lab, 'none'))).toMatchObject({ status: 0 });
  });

  it('one that was tampered with after the lock keeps a toolkit from being installed', async () => {
    const { lab, publish } = await place();
    expect(await publish('--signature', good)).toMatchObject({ status: 0 });
    const folder = await home(lab);
    expect(await toolbase(folder, ['lock', 'x.yaml'])).toMatchObject({ status: 0 });
    const file = path.join(
      (lab as { directory: string }).directory,
      'workshop',
      '1.0.0',
      'toolkit.sigstore.json',
    );
    writeFileSync(file, readFileSync(wrong));
    expect(errorOf(await toolbase(folder, ['install', 'x.lock', '--json']))?.code).toBe('BAD_SIGNATURE');
  });

  it('an unsigned toolkit is taken unless a rule asks for a signature', async () => {
    const { lab, publish } = await place();
    expect(await publish()).toMatchObject({ status: 0 });
    expect(await lockAndInstall(await home(lab))).toMatchObject({ status: 0 });
    const rules = { requireSignature: [{ registry: 'lab', identity }] };
    expect(errorOf(await lockAndInstall(await home(lab, rules)))?.code).toBe('BAD_SIGNATURE');
  });

  it('a signature of another file is not published', async () => {
    const { publish } = await place();
    const ended = (await publish('--signature', wrong)) as Awaited<ReturnType<typeof toolbase>>;
    expect(ended.status).toBe(2);
    expect(errorOf(ended)?.code).toBe('BAD_SIGNATURE');
  });
});

it('a policy counts only in the settings of the user', async () => {
  const folder = await home({ directory: await freshFolder() }, 'none');
  writeFileSync(
    path.join(folder, 'toolbase.yaml'),
    'formatVersion: 1\npolicy: {trustedRoot: mine.json, requireSignature: []}\n',
  );
  expect(errorOf(await toolbase(folder, ['lock', 'x.yaml', '--json']))?.code).toBe('BAD_SETTINGS');
});

it('the rules hold for a tarball that is put into the store from a file', async () => {
  const folder = await home({ directory: await freshFolder() }, { requireSignature: [{ identity }] });
  const file = path.join(folder, 'workshop.tgz');
  writeFileSync(file, readFileSync(tarball));
  const put = () => toolbase(folder, ['store', 'import', file, '--json']);
  expect(errorOf(await put())?.code).toBe('BAD_SIGNATURE');
  writeFileSync(`${file}.sigstore.json`, readFileSync(wrong));
  expect(errorOf(await put())?.code).toBe('BAD_SIGNATURE');
  expect((await toolbase(folder, ['store', 'ls'])).stdout).not.toContain('workshop');
  writeFileSync(`${file}.sigstore.json`, readFileSync(good));
  expect(await put()).toMatchObject({ status: 0 });
});

describe('in an archive', () => {
  it('signatures go along when they are asked for, and the rules of the importing machine count', async () => {
    const { lab, publish } = await places[0]![1]();
    expect(await publish('--signature', good)).toMatchObject({ status: 0 });
    const maker = await home(lab);
    expect(await lockAndInstall(maker)).toMatchObject({ status: 0 });
    for (const args of [[], ['--signatures']])
      await toolbase(maker, ['export', 'x.lock', '--out', `x${args.length}.loadout.tgz`, ...args]);
    const rules = { requireSignature: [{ identity }] };
    const archive = (signed: number): string => path.join(maker, `x${signed}.loadout.tgz`);

    const careful = await home(lab, rules);
    const refused = await toolbase(careful, ['import', archive(0), '--as', 'y', '--json']);
    expect(refused.status).toBe(2);
    expect(errorOf(refused)?.code).toBe('BAD_SIGNATURE');
    expect((await toolbase(careful, ['serve', archive(0)])).stderr).toContain('BAD_SIGNATURE');
    const taken = await toolbase(careful, ['import', archive(1), '--as', 'y', '--json']);
    expect(taken).toMatchObject({ status: 0 });
    expect(await toolbase(await home(lab, rules), ['serve', archive(1)])).toMatchObject({
      status: 0,
      stderr: '',
    });
    const other = { requireSignature: [{ identity: 'https://git.example.org/lab/other/*' }] };
    expect(await toolbase(await home(lab, other), ['import', archive(1), '--as', 'y'])).toMatchObject({
      status: 2,
    });
  });
});

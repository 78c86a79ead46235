import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { needsExternal } from '../external.ts';
import { freshFolder, ROOT, SYMBOLIC } from './toolbase.ts';

/** What the package may weigh, unpacked and without its dependencies. */
const PACKAGE_MAX_BYTES = 14_000_000;

let home: string;
let project: string;
let reachable = true;

const npm = (args: readonly string[], cwd: string): string =>
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** The installed program, as the user of an empty project runs it. */
const toolbase = (...args: string[]): string =>
  execFileSync(path.join(project, 'node_modules/.bin/toolbase'), args, {
    cwd: project,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, TOOLBASE_HOME: path.join(home, 'toolbase') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

let packed: { filename: string; unpackedSize: number; files: { path: string }[] };

beforeAll(async () => {
  home = await freshFolder();
  project = path.join(home, 'project');
  mkdirSync(project);
  writeFileSync(path.join(project, 'package.json'), '{"name": "empty", "private": true}\n');
  const [one] = JSON.parse(
    npm(['pack', '--json', '--ignore-scripts', '--pack-destination', home], ROOT),
  ) as (typeof packed)[];
  packed = one!;
  try {
    npm(['install', '--ignore-scripts', '--prefer-offline', path.join(home, packed.filename)], project);
  } catch {
    reachable = false;
  }
}, 300_000);

const needsRegistry = (context: TestContext) => needsExternal(context, 'the npm registry', reachable);

describe('the package', () => {
  it('holds what is needed and nothing else', () => {
    const tops = new Set(packed.files.map(({ path: file }) => file.split('/')[0]));
    expect([...tops].sort()).toEqual([
      'LICENSE',
      'README.md',
      'bin',
      'dist',
      'docs',
      'oclif.manifest.json',
      'package.json',
      'schemas',
      'templates',
    ]);
    expect(
      packed.files
        .filter(({ path: file }) => /test|\.tsbuildinfo|\.toolbase-|__pycache__/.test(file))
        .map(({ path: file }) => file),
    ).toEqual(['templates/python/test/test_kinematics.py']);
    expect(packed.unpackedSize).toBeLessThan(PACKAGE_MAX_BYTES);
  });

  it('does the main job in an empty project: pack, publish, lock, install, call', (context) => {
    needsRegistry(context);
    expect(toolbase('pack', SYMBOLIC, '--out', 'packed')).toContain('ComputeDecayRate');
    const [tarball = ''] = readdirSync(path.join(project, 'packed'));
    toolbase('publish', path.join('packed', tarball));
    writeFileSync(
      path.join(project, 'x.yaml'),
      'formatVersion: 1\ntoolkits: {"@toolbase/symbolic": "^0.1.0"}\n',
    );
    toolbase('lock', 'x.yaml');
    toolbase('install', 'x.lock');
    const input = readFileSync(
      path.join(project, 'node_modules/toolbase/docs/examples/higgs-to-bb.json'),
      'utf8',
    );
    // The reference value of the README.
    expect(toolbase('call', 'x.lock', 'symbolic__ComputeDecayRate', '--arguments', input)).toContain(
      '0.00558324',
    );
  });

  it('starts a toolkit of each kind from its own templates', (context) => {
    needsRegistry(context);
    toolbase('init', 'ts');
    toolbase('init', 'py', '--python');
    expect(readdirSync(path.join(project, 'py')).sort()).toContain('.gitignore');
    expect(toolbase('pack', 'ts', '--out', 'packed')).toContain('TwoBodyMomentum');
  });
});

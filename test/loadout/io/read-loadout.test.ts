import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readLoadout } from '../../../src/loadout/io/index.ts';
import { loadoutDigest } from '../../../src/lockfile/index.ts';
import { tempFolder } from '../../setup/temp-folder.ts';

let folder: string;
beforeEach(() => {
  folder = tempFolder('loadouts');
});

function write(name: string, text: string): string {
  const file = path.join(folder, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `formatVersion: 1\n${text}`);
  return file;
}

const refused = async (file: string, message: string) => {
  await expect(readLoadout(file)).rejects.toMatchObject({
    code: 'BAD_LOADOUT',
    message: expect.stringContaining(message) as string,
  });
};

describe('a loadout that extends another', () => {
  it('says only what differs: maps are merged, texts and lists replaced', async () => {
    write(
      'base.yaml',
      `title: Base
instructions: Energies in GeV.
overrides: {core: "1.2.x", old: "1"}
toolkits:
  grid: {version: "^1", bundles: [mesh], as: g, reword: {Plot: {description: Draws.}}}
  fit: "^2"
`,
    );
    const file = write(
      'mine.yaml',
      `extends: base.yaml
title: Mine
overrides: {core: "1.3.x"}
toolkits:
  grid: {version: "^1.4", bundles: [mesh, plots], reword: {Refine: {description: Halves.}}}
  spectra: "1"
`,
    );
    expect(await readLoadout(file)).toEqual({
      formatVersion: 1,
      title: 'Mine',
      instructions: 'Energies in GeV.',
      overrides: { core: '1.3.x', old: '1' },
      toolkits: {
        grid: {
          version: '^1.4',
          as: 'g',
          bundles: ['mesh', 'plots'],
          reword: { Plot: { description: 'Draws.' }, Refine: { description: 'Halves.' } },
        },
        fit: { version: '^2' },
        spectra: { version: '1' },
      },
    });
  });

  it('inherits the version too, which a toolkit of its own must have', async () => {
    write('base.yaml', 'toolkits: {grid: "^1"}\n');
    const file = write('mine.yaml', 'extends: base.yaml\ntoolkits: {grid: {as: g}}\n');
    expect((await readLoadout(file)).toolkits).toEqual({ grid: { version: '^1', as: 'g' } });
    await refused(
      write('other.yaml', 'extends: base.yaml\ntoolkits: {fit: {as: f}}\n'),
      '/toolkits/fit/version: is missing (a string)',
    );
    await refused(write('none.yaml', 'title: Nothing\n'), '/toolkits: is missing (a map)');
  });

  it('drops what it excludes, and takes it as written when it names it again', async () => {
    write('base.yaml', 'toolkits: {grid: {version: "^1", bundles: [mesh]}, fit: "^2"}\n');
    const file = write('mine.yaml', 'extends: base.yaml\nexclude: [fit, grid]\ntoolkits: {grid: "^1"}\n');
    expect((await readLoadout(file)).toolkits).toEqual({ grid: { version: '^1' } });
    await expect(
      readLoadout(write('typo.yaml', 'extends: base.yaml\nexclude: [grit]\n')),
    ).rejects.toMatchObject({ code: 'BAD_LOADOUT', hint: 'Did you mean grid?' });
    await refused(write('alone.yaml', 'exclude: [grid]\ntoolkits: {}\n'), '/exclude: grid is not in');
  });

  it('reads several, later ones over earlier ones, from folders beside and above, each once', async () => {
    write('shared/base.yaml', 'toolkits: {grid: "1"}\n');
    write('shared/a.yaml', 'extends: base.yaml\ntoolkits: {grid: "2", fit: "1"}\n');
    write('shared/b.yaml', 'extends: base.yaml\nsummary: From b.\ntoolkits: {grid: {as: b}}\n');
    const file = write('group/mine.yaml', 'extends: [../shared/a.yaml, ../shared/b.yaml]\n');
    expect(await readLoadout(file)).toEqual({
      formatVersion: 1,
      summary: 'From b.',
      toolkits: { grid: { version: '1', as: 'b' }, fit: { version: '1' } },
    });
  });

  it('is the same loadout as one that writes everything out', async () => {
    write('base.yaml', 'toolkits: {grid: "^1"}\n');
    const extending = await readLoadout(write('mine.yaml', 'extends: base.yaml\ntoolkits: {fit: "1"}\n'));
    const whole = await readLoadout(write('whole.yaml', 'toolkits:\n  # both\n  fit: "1"\n  grid: "^1"\n'));
    expect(loadoutDigest(extending)).toBe(loadoutDigest(whole));
  });
});

describe('what a loadout extends is refused', () => {
  it('when it leads back to itself, naming the way', async () => {
    write('a.yaml', 'extends: b.yaml\ntoolkits: {}\n');
    write('b.yaml', 'extends: sub/../a.yaml\ntoolkits: {}\n');
    const self = write('self.yaml', 'extends: self.yaml\ntoolkits: {}\n');
    await refused(path.join(folder, 'a.yaml'), 'b.yaml extends ');
    await refused(path.join(folder, 'a.yaml'), 'in a circle');
    await refused(self, 'in a circle');
  });

  it('when it is not there, or is no loadout, naming both files', async () => {
    const file = write('mine.yaml', 'extends: none.yaml\ntoolkits: {}\n');
    await refused(file, `mine.yaml extends ${path.join(folder, 'none.yaml')}: `);
    write('bad.yaml', 'toolkits: {grid: 1.10}\n');
    await expect(readLoadout(write('mine.yaml', 'extends: bad.yaml\n'))).rejects.toMatchObject({
      code: 'BAD_LOADOUT',
      message: expect.stringContaining('bad.yaml: /toolkits/grid') as string,
      hint: expect.stringContaining('Quote /toolkits/grid') as string,
    });
  });

  it.each(['/etc/base.yaml', 'https://x.example/base.yaml', 'base.json', 'a\\\\b.yaml', ''])(
    'when it is written as %j',
    async (target) => {
      await refused(write('mine.yaml', `extends: "${target}"\n`), '/extends');
    },
  );

  it('when it goes too deep or fans out too far', async () => {
    for (let at = 0; at < 20; at += 1) write(`${at}.yaml`, `extends: ${at + 1}.yaml\n`);
    write('20.yaml', 'toolkits: {}\n');
    await refused(path.join(folder, '0.yaml'), 'more than 16 deep');
    for (let at = 0; at < 70; at += 1) write(`f${at}.yaml`, 'toolkits: {}\n');
    for (let g = 0; g < 7; g += 1)
      write(
        `g${g}.yaml`,
        `extends: [${Array.from({ length: 10 }, (_, at) => `f${g * 10 + at}.yaml`).join(', ')}]\n`,
      );
    await refused(
      write('wide.yaml', `extends: [${Array.from({ length: 7 }, (_, at) => `g${at}.yaml`).join(', ')}]\n`),
      'more than 64',
    );
  });
});

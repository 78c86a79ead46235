import { shellWord } from '../../kernel/index.ts';
import { Args, Flags } from '@oclif/core';
import { openStore } from '../../store/io/index.ts';
import { importArchive, type ImportResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { openOwnEnvironments } from '../environments.ts';
import { offlineFlag, registryFlag } from '../flags.ts';
import { machineLayers, openRegistries, ownPaths } from '../registries.ts';
import { terminalProgress } from '../render/progress.ts';
import { vouchersOf } from '../signatures.ts';
import { showWorkflow } from '../show-progress.ts';
import { fitted } from '../render/fitted.ts';

export default class Import extends BaseCommand {
  static override summary = 'Install a loadout archive, and write its loadout and lock';
  static override description =
    'Verifies everything first: sizes, paths, the lock, the bytes and files of every toolkit, and that nothing else is in the archive; a refused archive leaves nothing behind. Asks no registry unless the archive is thin. Ends with what is still to be set on this machine.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> decays.loadout.tgz',
    '<%= config.bin %> <%= command.id %> decays.loadout.tgz --out ~/loadouts --as decays-v2',
  ];
  static override args = {
    archive: Args.string({ required: true, ignoreStdin: true, description: 'the archive, x.loadout.tgz' }),
  };
  static override flags = {
    out: Flags.string({
      char: 'o',
      default: '.',
      helpValue: '<dir>',
      description: 'where x.yaml and x.lock go',
    }),
    as: Flags.string({
      helpValue: '<name>',
      description: 'name of the two files (default: that of the archive)',
    }),
    force: Flags.boolean({ default: false, description: 'replace another loadout or lock of that name' }),
    registry: registryFlag,
    offline: offlineFlag,
  };

  async run(): Promise<ImportResult> {
    const { args, flags } = await this.read(Import);
    const near = `${flags.out}/x.lock`;
    const progress = terminalProgress(process.stderr);
    try {
      const result = await importArchive(
        { file: args.archive, dir: flags.out, name: flags.as, force: flags.force },
        {
          store: openStore(ownPaths().store),
          environments: await openOwnEnvironments(near),
          registries: () => openRegistries(flags.registry ?? [], near, { offline: flags.offline }),
          layers: () => machineLayers(near),
          checkSignatures: vouchersOf(await machineLayers(near)),
          onEvent: showWorkflow(progress),
        },
      );
      progress.done();
      return this.show(result, render);
    } finally {
      progress.done();
    }
  }
}

const DONE = { keep: 'already there', fetch: 'installed', replace: 'replaced: its files had been changed' };
const ENVIRONMENT_DONE = { keep: 'already there', build: 'built', replace: 'replaced' };

const render = (result: ImportResult): string =>
  [
    ...result.steps.flatMap((step) => [
      `${step.name} ${step.version} ${DONE[step.action]}`,
      ...step.environments.map(
        ({ name, kind, action }) => `  ${kind} environment ${name} ${ENVIRONMENT_DONE[action]}`,
      ),
    ]),
    ...result.skills.map(({ name, toolkit, folder }) => fitted(`skill ${name} of ${toolkit}: ${folder}`)),
    `${result.loadoutFile} and ${result.lockFile} ${result.outcome === 'written' ? 'written' : 'are there already'}`,
    fitted(`interface ${result.interfaceDigest}`),
    '',
    ...(result.toSet.length === 0
      ? ['Nothing is left to be set on this machine. Serve it with']
      : [
          'Still to be set on this machine, in the settings or by the variable named:',
          ...result.toSet.map(
            ({ toolkit, kind, name, what, variable }) =>
              `  ${toolkit} ${kind} ${name}: ${what}\n    ${variable}`,
          ),
          '',
          'Then serve it with',
        ]),
    `  toolbase serve ${shellWord(result.lockFile)} --workspace <dir>`,
    '',
  ].join('\n');

import { Args, Flags } from '@oclif/core';
import { readLock } from '../../../lockfile/io/index.ts';
import { openStore } from '../../../store/io/index.ts';
import { type ImportedToolkit, importTarballs } from '../../../workflow/io/index.ts';
import { BaseCommand } from '../../base-command.ts';
import { HERE, machineLayers, ownPaths } from '../../registries.ts';
import { vouchersOf } from '../../signatures.ts';

type ImportReport = { store: string; toolkits: ImportedToolkit[] };

export default class StoreImport extends BaseCommand {
  static override summary = 'Put packed toolkits into the store, without a registry';
  static override description =
    'Takes tarballs of `toolbase pack`, or folders of them; checks each as one from a registry would be. When one is refused, nothing is put. Where the settings ask for signatures, they are read from <tarball>.sigstore.json. Then `install` with the lock needs no network.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> packed/my-toolkit-0.1.0.tgz',
    '<%= config.bin %> <%= command.id %> packed --lock mine.lock',
  ];
  static override strict = false;
  static override args = {
    tarballs: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'tarballs (.tgz) or folders of them',
    }),
  };
  static override flags = {
    lock: Flags.string({
      char: 'l',
      helpValue: '<lock>',
      description: 'take only what this lock names, by its integrity',
    }),
  };

  async run(): Promise<ImportReport> {
    const { argv, flags } = await this.read(StoreImport);
    const lock = flags.lock === undefined ? undefined : await readLock(flags.lock);
    const { store } = ownPaths();
    const checkSignatures = vouchersOf(await machineLayers(HERE));
    const toolkits = await importTarballs(argv, openStore(store), lock, checkSignatures);
    return this.show({ store, toolkits }, render);
  }
}

const OUTCOMES = { added: 'put into the store', present: 'already there' };

const render = ({ store, toolkits }: ImportReport): string =>
  [
    ...toolkits.map(({ name, version, outcome }) => `${name} ${version} ${OUTCOMES[outcome]}`),
    `store ${store}`,
    '',
  ].join('\n');

import { Args, Flags } from '@oclif/core';
import { ToolbaseError, type Version } from '../../kernel/index.ts';
import { BaseCommand } from '../base-command.ts';
import { serverFlag } from '../flags.ts';
import { openOneServer } from '../servers.ts';
import { toolkitSpec, versionsWanted } from '../toolkit-spec.ts';

/** `reason` is absent when a deprecation was taken back. `changed`: those of the versions that were not so before. */
type Deprecated = {
  registry: string;
  toolkit: string;
  versions: Version[];
  changed: Version[];
  reason?: string;
};

export default class Deprecate extends BaseCommand {
  static override summary = 'Mark versions of a toolkit as not to be chosen any more';
  static override description =
    'They stay where they are, and locks that have them go on working; a new lock avoids them where it can, and says why.';
  static override examples = [
    '<%= config.bin %> <%= command.id %> @lab/grid@"<1.4.0" "wrong widths above 1 TeV" --registry lab',
    { description: 'Take it back', command: '<%= config.bin %> <%= command.id %> @lab/grid@1.3.0 --undo' },
  ];
  static override args = {
    toolkit: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'toolkit, with a version or range; without one, all versions',
    }),
    reason: Args.string({ ignoreStdin: true, description: 'why, in one line' }),
  };
  static override flags = {
    registry: serverFlag,
    undo: Flags.boolean({ default: false, description: 'take the deprecation back' }),
  };

  async run(): Promise<Deprecated> {
    const { args, flags } = await this.read(Deprecate);
    const spec = toolkitSpec(args.toolkit);
    const reason = reasonOf(args.reason, flags.undo);
    const server = await openOneServer(flags.registry);
    const packument = await server.packument(spec.name);
    if (packument === undefined)
      throw new ToolbaseError('UNKNOWN_TOOLKIT', `the registry ${server.name} has no toolkit ${spec.name}`);
    const versions = versionsWanted(spec, Object.keys(packument.versions) as Version[]);
    const changed = versions.filter((each) => (packument.versions[each]?.deprecated ?? '') !== reason);
    if (changed.length > 0) await server.deprecate(spec.name, changed, reason);
    const report = { registry: server.name, toolkit: spec.name, versions, changed };
    return this.show({ ...report, ...(reason === '' ? {} : { reason }) }, render);
  }
}

function reasonOf(reason: string | undefined, undo: boolean): string {
  if (undo && reason === undefined) return '';
  if (!undo && reason !== undefined && /^[^\p{Cc}]{1,400}$/u.test(reason) && reason.trim() !== '')
    return reason;
  throw new ToolbaseError(
    'USAGE',
    undo ? '--undo takes no reason' : 'say why, in one line of at most 400 characters',
  );
}

function render({ toolkit, versions, changed, reason }: Deprecated): string {
  if (changed.length > 0)
    return `${toolkit} ${changed.join(', ')} ${reason === undefined ? 'not deprecated any more' : `deprecated: ${reason}`}\n`;
  const state = reason === undefined ? 'not deprecated' : `deprecated already: ${reason}`;
  return `${toolkit} ${versions.join(', ')} ${versions.length === 1 ? 'is' : 'are'} ${state}; nothing was changed\n`;
}

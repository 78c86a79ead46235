import { Args, Flags } from '@oclif/core';
import { openStore } from '../../store/io/index.ts';
import { EXPORT_FORMATS, exportLoadout, type ExportResult } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { offlineFlag, registryFlag, workspaceFlag } from '../flags.ts';
import { PROGRAM_FOLDER, SERVE_COMMAND } from '../program.ts';
import { openRegistries, ownPaths } from '../registries.ts';
import { renderExport } from '../render/export-report.ts';

export default class Export extends BaseCommand {
  static override summary = 'Write a lock with all it needs, for another machine or for an agent program';
  static override description = [
    'loadout: one archive of the loadout, its lock, every toolkit, the skills, a template of the settings, a page for the reader and a bill of materials; `import` and `serve` take it.',
    'mcpb: an MCP bundle that Claude Desktop installs. claude-plugin: a plugin of Claude Code, with the skills. Both hold the archive and the program that serves it.',
    'mcp-json: an mcpServers entry that serves the lock from where it is.',
    'But for mcp-json, the same lock gives the same bytes.',
  ].join('\n');
  static override examples = [
    '<%= config.bin %> <%= command.id %> decays.lock --out decays.loadout.tgz',
    '<%= config.bin %> <%= command.id %> decays.lock --format mcpb',
    '<%= config.bin %> <%= command.id %> decays.lock --format mcp-json --workspace ~/project',
  ];
  static override args = {
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    format: Flags.option({
      options: EXPORT_FORMATS,
      default: 'loadout' as const,
      description: 'what to make',
    })(),
    out: Flags.string({
      char: 'o',
      helpValue: '<path>',
      description:
        'what to write (default: x.loadout.tgz, x.mcpb or x-plugin beside x.lock; mcp-json is printed)',
    }),
    thin: Flags.boolean({
      default: false,
      description: 'leave the toolkits out of an archive: whoever imports it needs the registries',
    }),
    signatures: Flags.boolean({
      default: false,
      description: 'put the signatures in that the registries have of the toolkits',
    }),
    workspace: workspaceFlag,
    registry: registryFlag,
    offline: offlineFlag,
  };

  async run(): Promise<ExportResult> {
    const { args, flags } = await this.read(Export);
    const { format, out, thin, signatures, workspace } = flags;
    const result = await exportLoadout(
      { lockFile: args.lock, format, out, thin, signatures, workspace },
      {
        store: openStore(ownPaths().store),
        registries: await openRegistries(flags.registry ?? [], args.lock, { offline: flags.offline }),
        serve: SERVE_COMMAND,
        programFolder: PROGRAM_FOLDER,
      },
    );
    return this.show(result, renderExport);
  }
}

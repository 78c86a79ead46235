import path from 'node:path';
import { Args, Flags } from '@oclif/core';
import { ATTACHABLES } from '../../harness/index.ts';
import { type AttachResult, attach } from '../../harness/io/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { readMachineLayers } from '../../machine/io/index.ts';
import { openStore } from '../../store/io/index.ts';
import {
  attachFlags,
  configPlaces,
  harnessArg,
  harnessId,
  openRecords,
  serverName,
} from '../attach-target.ts';
import { BaseCommand } from '../base-command.ts';
import { lockedSkills } from '../locked-skills.ts';
import { ownPaths } from '../registries.ts';
import { renderAttach } from '../render/attach-report.ts';
import { serverLaunch } from '../server-launch.ts';

export default class Attach extends BaseCommand {
  static override summary = 'Attach a locked interface to an agent program';
  static override description =
    "Writes one server into the program's own configuration, with absolute paths and the time limits that it needs, and copies the lock's skills to where the program looks for them. Everything else in the file stays as it is, and `detach` takes back exactly what was written.";
  static override examples = [
    '<%= config.bin %> <%= command.id %> claude-code loadouts/symbolic-eda.lock',
    '<%= config.bin %> <%= command.id %> codex loadouts/symbolic-eda.lock --scope user --dry-run',
  ];
  static override args = {
    harness: harnessArg,
    lock: Args.string({ required: true, ignoreStdin: true, description: 'the lockfile' }),
  };
  static override flags = {
    ...attachFlags,
    workspace: Flags.string({
      char: 'w',
      helpValue: '<dir>',
      description: 'folder that operations may read and write (default: that of the project)',
    }),
  };

  async run(): Promise<AttachResult> {
    const { args, flags } = await this.read(Attach);
    const harness = harnessId(args.harness);
    const name = serverName(flags.name);
    const lockFile = path.resolve(args.lock);
    const lock = await readLock(lockFile);
    const store = openStore(ownPaths().store);
    const projectDir = path.resolve(flags.project);
    const scope = flags.scope ?? (ATTACHABLES[harness].files.project === undefined ? 'user' : 'project');
    const workspace = flags.workspace === undefined ? undefined : path.resolve(flags.workspace);
    const skills = await lockedSkills(lock, args.lock, store);
    const layers = await readMachineLayers({
      settingsFile: ownPaths().settingsFile,
      startDir: path.dirname(lockFile),
      environment: process.env,
    });
    const place = { harness, scope, lockFile, projectDir, workspace };
    const request = {
      harness,
      scope,
      name,
      lock: lockFile,
      launch: await serverLaunch(place, lock, store, layers),
      skills,
      places: configPlaces(projectDir),
      force: flags.force,
      dryRun: flags['dry-run'],
    };
    return this.show(await attach(request, openRecords()), renderAttach);
  }
}

import { Args, Flags } from '@oclif/core';
import { requireSandbox } from '../../host/io/index.ts';
import { ToolkitName } from '../../kernel/index.ts';
import { readLock } from '../../lockfile/io/index.ts';
import { findInstallTools } from '../../machine/io/index.ts';
import { openStore } from '../../store/io/index.ts';
import { problemsOf } from '../../workflow/index.ts';
import { diagnoseLock, diagnoseMachine, reachRegistries } from '../../workflow/io/index.ts';
import { BaseCommand } from '../base-command.ts';
import { openOwnEnvironments } from '../environments.ts';
import { registryFlag } from '../flags.ts';
import { HERE, machineLayers, openRegistries, ownPaths } from '../registries.ts';
import { type Diagnosis, renderDiagnosis } from '../render/diagnosis.ts';

/** Asked for where no lock says what a registry has; that it has none is an answer. */
const SOME_TOOLKIT = '@toolbase/symbolic';

export default class Doctor extends BaseCommand {
  static override summary = 'Say what this machine has and what a loadout lacks on it';
  static override description =
    'With a lock: every setting and external program of its toolkits, what was found and what is wanted, with the command that puts it right. Exit status 3 when the loadout cannot run, or a registry that is asked does not answer. No server is asked without --registries.';
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> loadouts/symbolic-eda.lock --registries',
  ];
  static override args = { lock: Args.string({ ignoreStdin: true, description: 'a lockfile' }) };
  static override flags = {
    registries: Flags.boolean({ default: false, description: 'also ask every registry for an answer' }),
    registry: registryFlag,
  };

  async run(): Promise<Diagnosis> {
    const { args, flags } = await this.read(Doctor);
    const near = args.lock ?? HERE;
    const { store } = ownPaths();
    const trees = openStore(store);
    const layers = await machineLayers(near);
    const lock = args.lock === undefined ? undefined : await readLock(args.lock);
    const machine = await diagnoseMachine(store, trees, layers);
    const tools = await findInstallTools(process.env['PATH']);
    const environments = await openOwnEnvironments(near);
    const around = { store: trees, environments, layers, tools, requireSandbox };
    const toolkits = lock === undefined ? [] : await diagnoseLock(lock, near, around);
    const locked = Object.entries(lock?.toolkits ?? {});
    const asked = (registry: string): ToolkitName =>
      ToolkitName.parse(locked.find(([, each]) => each.registry === registry)?.[0] ?? SOME_TOOLKIT);
    const registries = flags.registries
      ? await reachRegistries(await openRegistries(flags.registry ?? [], near), asked)
      : null;
    const canRun = lock === undefined ? null : toolkits.every((each) => problemsOf(each).length === 0);
    const diagnosis = { ...machine, registries, lockFile: args.lock ?? null, canRun, toolkits };
    const lacks = canRun === false || (registries ?? []).some(({ problem }) => problem !== null);
    return this.show(diagnosis, renderDiagnosis, lacks ? 3 : 0);
  }
}

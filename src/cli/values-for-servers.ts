import { loadCampaign } from '../campaign/io/index.ts';
import type { ServeCommand } from '../harness/index.ts';
import { shellWord, ToolbaseError } from '../kernel/index.ts';
import { checkFlags, type Declarations, FLAG_NAMES, type MachineFlags } from '../machine/index.ts';
import { openStore } from '../store/io/index.ts';
import { manifestsOf } from '../workflow/io/index.ts';
import { ownPaths } from './registries.ts';

/** The values of `--set` and `--external` as words for the servers of a campaign. They are kept in the records, so it is
 * made sure first that no secret is among them.
 * @throws ToolbaseError USAGE, BAD_SETTINGS; NOT_INSTALLED when that cannot be told; what reading the campaign throws */
export async function valuesForServers(
  campaignFile: string,
  flags: MachineFlags,
): Promise<NonNullable<ServeCommand['values']>> {
  if (flags.settings.length + flags.externals.length === 0) return [];
  const { campaign } = await loadCampaign(campaignFile);
  const store = openStore(ownPaths().store);
  const toolkits: Declarations[] = [];
  for (const { loadout } of campaign.conditions)
    for (const [name, manifest] of loadout === undefined ? [] : await manifestsOf(loadout.lock, store)) {
      if (manifest === undefined)
        throw new ToolbaseError('NOT_INSTALLED', `${name} is not installed, so its settings are not known`, {
          hint: `Run \`toolbase install ${shellWord(loadout?.path ?? '')}\`.`,
        });
      toolkits.push(manifest);
    }
  checkFlags(toolkits, flags);
  return (['settings', 'externals'] as const).flatMap((kind) =>
    flags[kind].map(({ toolkit, name, value }) => ({
      toolkit,
      words: [FLAG_NAMES[kind], `${toolkit}.${name}=${value}`] as const,
    })),
  );
}

import { ToolbaseError } from '../../kernel/index.ts';
import { subtree, type TreeEntry } from '../../store/index.ts';
import { loadoutPage, oneLine } from '../archive/index.ts';
import {
  AUTHOR,
  commonEntries,
  FORM_PATHS,
  type FormContents,
  jsonEntry,
  licenceOf,
  slugOf,
  textEntry,
  versionOf,
} from './form-contents.ts';

/** The files of a Claude Code plugin: the archive and the program that serves it as an MCP server, and the skills.
 * @see Claude Code, plugins reference: `.claude-plugin/plugin.json`, `.mcp.json`, `skills/<name>/SKILL.md`
 * @throws ToolbaseError NAME_COLLISION for two skills of one name */
export function claudePlugin(contents: FormContents): TreeEntry[] {
  const { name, loadout } = contents;
  const title = oneLine(loadout.title ?? name);
  return [
    jsonEntry('.claude-plugin/plugin.json', {
      name: slugOf(name),
      version: versionOf(contents),
      description: oneLine(loadout.summary ?? `${title}: tools pinned by toolbase`),
      author: AUTHOR,
      license: licenceOf(contents),
    }),
    jsonEntry('.mcp.json', {
      mcpServers: {
        toolbase: {
          command: 'node',
          args: [
            `\${CLAUDE_PLUGIN_ROOT}/${FORM_PATHS.server}`,
            `\${CLAUDE_PLUGIN_ROOT}/${FORM_PATHS.archive}`,
          ],
        },
      },
    }),
    textEntry('README.md', loadoutPage(contents, USE, FILES)),
    ...commonEntries(contents),
    ...skills(contents),
  ];
}

const USE = [
  'Give Claude Code this folder:',
  '',
  '```sh',
  'claude --plugin-dir <this folder>',
  '```',
  '',
  'or list it in a plugin marketplace. The operations read and write the project that Claude Code was started in. Settings are',
  'read from the settings file of toolbase and from the variables below, which Claude Code hands on. Node 20.19 or newer is needed,',
  'on Linux or macOS.',
];

const FILES = [
  ['`.claude-plugin/plugin.json`, `.mcp.json`', 'what Claude Code reads'],
  ['`skills/`', 'the skills of the toolkits'],
  ['`loadout.tgz`', 'the loadout, its lock and the toolkits: a loadout archive'],
  ['`server/`', 'the program that serves it'],
] as const;

function skills({ lock, toolkits }: FormContents): TreeEntry[] {
  const owners = new Map<string, string>();
  return lock.skills.flatMap(({ toolkit, name, path }) => {
    const other = owners.get(name);
    if (other !== undefined)
      throw new ToolbaseError('NAME_COLLISION', `${other} and ${toolkit} both have a skill ${name}`, {
        hint: 'A plugin holds one skill of a name: leave one of the toolkits out of the loadout.',
      });
    owners.set(name, toolkit);
    const entries = toolkits.find(({ manifest }) => manifest.name === toolkit)?.entries ?? [];
    return subtree(entries, path).map((entry) => ({ ...entry, path: `skills/${name}/${entry.path}` }));
  });
}

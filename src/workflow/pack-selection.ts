import { ToolbaseError } from '../kernel/index.ts';

/** Something found in a toolkit's folder. */
export type FoundFile = {
  /** Relative to the folder, `/` between parts. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  readonly executable: boolean;
  readonly sizeBytes: number;
};

/** What of the folder belongs into the package. */
export type Selection = {
  readonly files: readonly FoundFile[];
  /** Selected, but of a kind that is never packed. */
  readonly leftOut: readonly string[];
};

// Credentials, private keys, and settings of one machine, which may hold either, wherever they lie.
const NEVER = [
  /^\.env(?:\..*)?$/,
  /^\.(?:npmrc|netrc|pypirc|git-credentials)$/,
  /^(?:\.git|\.ssh|\.aws|\.gnupg|node_modules)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:\.pub)?$/,
  /\.(?:pem|key|p12|pfx|jks|keystore)$/i,
  /^credentials(?:\.json)?$/i,
  /^toolbase\.local\.ya?ml$/,
  /^\.(?:mcp\.json|toolbase|claude|codex|cursor|gemini)$/,
];

/** Folders that no walk needs to enter: what they hold is of others, or left there by programs that were run. */
export const SKIPPED_FOLDERS: readonly string[] = [
  ...['node_modules', '.git', '__pycache__', '.venv'],
  ...['.pytest_cache', '.mypy_cache', '.ruff_cache', '.ipynb_checkpoints'],
];

/** Files that programs leave behind: they differ from machine to machine. */
const LEFT_BEHIND = /(?:^|\/)(?:\.DS_Store|[^/]*\.py[co])$/;

const ALWAYS = /^(?:toolkit\.yaml|(?:readme|licen[cs]e|notice)(?:[.-][^/]*)?)$/i;

/** Chooses what goes into the package: `toolkit.yaml`, README, LICENSE, the folders and files named by the toolkit, and
 * what `files` of `package.json` lists (paths, or patterns with `*` and `**`). Order is that of `found`.
 * @param named folders and files that the toolkit itself needs
 * @throws ToolbaseError BAD_MANIFEST for a link, a device, or a pattern that leaves the folder */
export function selectFiles(
  found: readonly FoundFile[],
  listed: readonly string[],
  named: readonly string[],
): Selection {
  const patterns = [...listed, ...named].map(matcherOf);
  const written = found.filter(({ path }) => !LEFT_BEHIND.test(path));
  const selected = written.filter(
    ({ path }) => ALWAYS.test(path) || patterns.some((matches) => matches(path)),
  );
  const neverPacked = ({ path }: FoundFile) => isNeverPacked(path);
  const files = selected.filter((file) => !neverPacked(file));
  const odd = files.filter(({ kind }) => kind !== 'file');
  if (odd.length > 0)
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `only regular files are packed: ${odd.map(({ path, kind }) => `${path} is ${kind === 'link' ? 'a symbolic link' : 'no regular file'}`).join(', ')}`,
      { hint: 'Copy what it points to, or leave it out of files in package.json.' },
    );
  return { files, leftOut: selected.filter(neverPacked).map(({ path }) => path) };
}

/** True for a path with a name under which credentials and private keys are kept. */
export const isNeverPacked = (path: string): boolean =>
  path.split('/').some((part) => NEVER.some((one) => one.test(part)));

function matcherOf(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^\.?\/+/, '').replace(/\/+$/, '');
  if (pattern.startsWith('!') || plain.split('/').includes('..'))
    throw new ToolbaseError(
      'BAD_MANIFEST',
      `package.json files: ${JSON.stringify(pattern)} cannot be packed`,
      {
        hint: 'List files and folders of the toolkit, without "..", and without "!".',
      },
    );
  if (plain === '' || plain === '.') return () => true;
  const glob = new RegExp(
    `^${plain
      .split(/(\*\*\/|\*\*|\*|\?)/)
      .map(globPart)
      .join('')}(?:/|$)`,
  );
  return (path) => glob.test(path);
}

function globPart(part: string): string {
  if (part === '**/') return '(?:[^/]+/)*';
  if (part === '**') return '.*';
  if (part === '*') return '[^/]*';
  if (part === '?') return '[^/]';
  return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

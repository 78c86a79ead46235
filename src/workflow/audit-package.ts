import type { TreeEntry } from '../store/index.ts';
import { findSecrets } from './find-secrets.ts';
import { isNeverPacked } from './pack-selection.ts';

/** What names this machine and its user. */
export interface MachineTraces {
  readonly homeDir: string | undefined;
  readonly hostName: string;
}

/** What an author should look at before a package becomes public. */
export interface PackageFinding {
  readonly path: string;
  /** `secret`: a key, token or password. `private`: names a machine or its user. `large`: over 1 MB. */
  readonly kind: 'secret' | 'private' | 'large';
  readonly what: string;
  /** From 1; absent when it is about the whole file. */
  readonly line?: number;
}

const LARGE_BYTES = 1_000_000;

/** A bundle may repeat one path hundreds of times. */
const SHOWN_PER_FILE = 3;

const HOME_FOLDER = /(?:^|[\s"'`=(:,])((?:\/(?:home|Users)\/|[A-Za-z]:\\+Users\\+)[\w.-]+)(?=[/\\])/m;

/** Looks through all files of a package for secrets, traces of a machine, and large files. In order of the entries.
 * No finding repeats the secret itself. */
export async function auditPackage(
  entries: readonly TreeEntry[],
  machine: MachineTraces,
): Promise<PackageFinding[]> {
  const findings: PackageFinding[] = [];
  for (const { path, bytes } of entries) {
    // Each byte becomes one character: keys are ASCII, and lie in binary files too, and in UTF-16 between zeros.
    const text = Buffer.from(bytes).toString('latin1').replaceAll('\0', '');
    const secrets = (await findSecrets(path, text)).map((found) => ({
      path,
      kind: 'secret' as const,
      ...found,
    }));
    if (isNeverPacked(path))
      findings.push({ path, kind: 'secret', what: 'has the name of a file that holds credentials' });
    findings.push(...secrets.slice(0, SHOWN_PER_FILE));
    findings.push(...privateTraces(path, text, machine));
    if (bytes.length > LARGE_BYTES) findings.push({ path, kind: 'large', what: `has ${bytes.length} bytes` });
  }
  return findings;
}

function privateTraces(path: string, text: string, { homeDir, hostName }: MachineTraces): PackageFinding[] {
  const traces = [
    ...(homeDir === undefined || homeDir.length < 2
      ? []
      : [{ what: 'names your home folder', at: text.search(wholePath(homeDir)) }]),
    ...(hostName.length < 4 || hostName === 'localhost'
      ? []
      : [{ what: 'names this machine', at: text.search(wholeWord(hostName)) }]),
    { what: "names a user's home folder", at: text.search(HOME_FOLDER) },
  ].filter(({ at }) => at >= 0);
  const lines = traces.map(({ what, at }) => ({
    path,
    kind: 'private' as const,
    what,
    line: text.slice(0, at).split('\n').length + (text[at] === '\n' ? 1 : 0),
  }));
  // The own home folder is a user's too: said once.
  return lines.filter(({ line }, at) => lines.findIndex((other) => other.line === line) === at);
}

const wholePath = (folder: string): RegExp =>
  new RegExp(`(?<![\\w.-])${literal(folder)}(?=[/\\\\"'\`\\s]|$)`);

const wholeWord = (word: string): RegExp => new RegExp(`(?<![\\w.-])${literal(word)}(?![\\w-])`);

const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

import type { Lock, LockedSkill } from '../lockfile/index.ts';

/** An entry of `resources/list`. */
export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
}

/** What a client reads at an address. */
export type ResourceContent =
  | { readonly uri: string; readonly mimeType: string; readonly text: string }
  | { readonly uri: string; readonly mimeType: string; readonly blob: string };

export const CALL_LOG_URI = 'toolbase://session/calls.jsonl';

const WORKSPACE = 'toolbase://workspace/';

/** Files of the workspace that operations of the session wrote. */
export const WORKSPACE_TEMPLATE = {
  uriTemplate: `${WORKSPACE}{+path}`,
  name: 'workspace-file',
  title: 'File of the workspace',
  description: 'A file that an operation of this session wrote, by its path in the workspace.',
} as const;

/** @param file relative to the workspace, with slashes */
export const workspaceUri = (file: string): string =>
  WORKSPACE + file.split('/').map(encodeURIComponent).join('/');

/** The file that an address means; undefined for other addresses. */
export function workspaceFileOf(uri: string): string | undefined {
  if (!uri.startsWith(WORKSPACE)) return undefined;
  try {
    return uri.slice(WORKSPACE.length).split('/').map(decodeURIComponent).join('/');
  } catch {
    return undefined;
  }
}

/** The address under which a skill's folder is served: the toolkit, then the skill's name, as SEP-2640 wants it. */
export const skillPath = ({ toolkit, name }: Pick<LockedSkill, 'toolkit' | 'name'>): string =>
  `${toolkit.replace(/^@/, '')}/${name}`;

export const SKILL_BASE = 'skill://';

/** What `resources/list` answers, from the lock alone: the skills, and the call log of the session. */
export const listedResources = (lock: Pick<Lock, 'skills'>): readonly ListedResource[] => [
  ...lock.skills.map((skill) => ({
    uri: `${SKILL_BASE}${skillPath(skill)}/SKILL.md`,
    name: skill.name,
    title: `Skill ${skill.name}`,
    description: skill.description,
    mimeType: 'text/markdown',
  })),
  {
    uri: CALL_LOG_URI,
    name: 'call-log',
    title: 'Call log of this session',
    description: 'A line for each call: operation, digests of arguments and result, files, outcome.',
    mimeType: 'application/jsonl',
  },
];

const MIME: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  gif: 'image/gif',
  html: 'text/html',
  jpg: 'image/jpeg',
  json: 'application/json',
  jsonl: 'application/jsonl',
  md: 'text/markdown',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tex: 'text/x-tex',
  txt: 'text/plain',
  webp: 'image/webp',
  yaml: 'application/yaml',
  yml: 'application/yaml',
};

export const mimeTypeOf = (file: string): string =>
  MIME[/\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? ''] ?? 'application/octet-stream';

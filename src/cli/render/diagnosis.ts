import {
  type DiagnosedExternal,
  type DiagnosedHost,
  type DiagnosedSetting,
  type DiagnosedToolkit,
  problemsOf,
} from '../../workflow/index.ts';
import type { MachineDiagnosis, ReachedRegistry } from '../../workflow/io/index.ts';
import { visibleText } from './visible-text.ts';
import { fitted } from './fitted.ts';

export type Diagnosis = MachineDiagnosis & {
  /** null: not asked. */
  registries: ReachedRegistry[] | null;
  lockFile: string | null;
  /** null without a lock. */
  canRun: boolean | null;
  toolkits: DiagnosedToolkit[];
};

const CONTAINMENT = {
  namespace: 'confined in namespaces: all they start ends with the server',
  'user-namespace': 'confined in namespaces of a user: all they start ends with the server',
  'process-group':
    'a process group each: after kill -9 of the server, a program that a toolkit started may stay',
};

const STORE = {
  writable: 'can be written',
  'read-only': 'CANNOT be written',
  absent: 'made by the first install',
};

/** A diagnosis as text: the machine, then each toolkit with what it lacks and how to put that right. */
export function renderDiagnosis(diagnosis: Diagnosis): string {
  const { store, settings, registries, toolkits } = diagnosis;
  const counted = `${store.toolkits} toolkit${store.toolkits === 1 ? '' : 's'}`;
  return [
    row('machine', diagnosis.platform),
    ...diagnosis.programs.map(({ name, path, version }) =>
      row(name, path === null ? 'not found' : `${version ?? 'does not tell its version'} (${path})`),
    ),
    row('hosts', CONTAINMENT[diagnosis.containment]),
    row(
      'sandbox',
      diagnosis.sandbox
        ? 'bubblewrap, for toolkits with `sandbox: true` in the settings'
        : 'none: bubblewrap is not there, or may not make one here',
    ),
    row('store', `${store.path}: ${counted}, ${STORE[store.state]}`),
    ...settings.map(({ layer, file, ownerOnly }) =>
      row('settings', `${layer} ${file}${ownerOnly ? ' (only you can read it)' : ''}`),
    ),
    ...(registries ?? []).map(({ name, problem }) =>
      row(
        'registry',
        `${name} ${problem === null ? 'answers' : `does NOT answer: ${visibleText(problem.message)}`}`,
      ),
    ),
    ...toolkits.flatMap((toolkit) => ['', ...toolkitLines(toolkit)]),
    ...verdict(diagnosis),
    '',
  ].join('\n');
}

const row = (title: string, text: string): string => fitted(`${title.padEnd(12)}${text}`);

function toolkitLines(toolkit: DiagnosedToolkit): string[] {
  const { name, version, state, problem, host, settings, externals, environments, secretsInEnvironment } =
    toolkit;
  return [
    `${name} ${version}: ${state === 'installed' ? state : state.toUpperCase()}`,
    ...told(problem),
    ...(host?.sandbox === true ? hostLines(host) : []),
    ...settings.flatMap(settingLines),
    ...externals.flatMap(externalLines),
    ...environments.flatMap((each) => [
      `  ${each.kind} environment ${each.name}: ${each.state === 'present' ? each.state : each.state.toUpperCase()}`,
      ...told(each.problem),
    ]),
    ...secretsInEnvironment.map(({ variable, setting }) =>
      fitted(`  the secret ${setting} enters the environment of its server as ${variable}`),
    ),
  ];
}

const hostLines = ({ network, problem }: DiagnosedHost): string[] => [
  `  host: in a sandbox, ${network ? 'with the network' : 'without network'}${problem === null ? '' : ': NOT possible'}`,
  ...told(problem),
];

function settingLines({ name, title, wanted, required, value, source, problem }: DiagnosedSetting): string[] {
  const described = visibleText(`${title}, ${wanted}${required ? ', required' : ''}`);
  const found = value === null ? (problem === null ? 'not set' : 'MISSING') : visibleText(String(value));
  const from = source === null || problem !== null ? '' : ` (${source})`;
  return [fitted(`  setting ${name} (${described}): ${found}${from}`), ...told(problem)];
}

function externalLines(external: DiagnosedExternal): string[] {
  const { title, command, wanted, optional, path, version, fault, install, problem } = external;
  const described = visibleText(`${title}, ${command} ${wanted}${optional ? ', optional' : ''}`);
  const found = fault === null ? `${version ?? ''} (${path ?? ''})` : visibleText(fault);
  return [
    fitted(`  external ${external.name} (${described}): ${problem === null ? '' : 'MISSING: '}${found}`),
    ...(install === null ? told(problem) : [`    ${install}`]),
  ];
}

const told = (problem: DiagnosedToolkit['problem']): string[] =>
  problem === null
    ? []
    : [problem.message, ...(problem.hint === undefined ? [] : [problem.hint])].map((line) =>
        fitted(`    ${visibleText(line)}`),
      );

function verdict({ lockFile, canRun, toolkits }: Diagnosis): string[] {
  if (lockFile === null || canRun === null) return [];
  const lacking = toolkits.flatMap(problemsOf).length;
  return ['', canRun ? `${lockFile} can run here` : `${lockFile} CANNOT run here: ${lacking} to put right`];
}

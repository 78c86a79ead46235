import path from 'node:path';
import { ToolbaseError } from '../../kernel/index.ts';

/** How a server is started, read from its command line: where its code comes from, and what it is told. */
export type Launch =
  /** A package of the npm registry, by `npx`. `program`: one of its `bin`, when not the only one. */
  | NpmLaunch
  /** A JavaScript file, by `node`. */
  | { readonly kind: 'node-file'; readonly file: string; readonly args: readonly string[] }
  /** A program of a package of the Python index, by `uvx` or `pipx run`. */
  | PythonPackageLaunch
  /** An installed module, by `python -m`. */
  | {
      readonly kind: 'python-module';
      readonly python: string;
      readonly module: string;
      readonly args: readonly string[];
    }
  | {
      readonly kind: 'python-file';
      readonly python: string;
      readonly file: string;
      readonly args: readonly string[];
    }
  /** Any other program, which has to be on the machine. */
  | { readonly kind: 'program'; readonly program: string; readonly args: readonly string[] };

export type NpmLaunch = {
  readonly kind: 'npm';
  readonly package: string;
  readonly range: string;
  readonly program: string | undefined;
  readonly args: readonly string[];
};

export type PythonPackageLaunch = {
  readonly kind: 'python-package';
  /** As pip takes it: a name, or with extras and a version. */
  readonly requirement: string;
  readonly program: string;
  readonly args: readonly string[];
};

/** @param words program and arguments   @throws ToolbaseError USAGE, UNSUPPORTED */
export function launchOf(words: readonly string[]): Launch {
  const [command = '', ...args] = words;
  if (/^[A-Za-z_][A-Za-z0-9_]*=/.test(command))
    throw new ToolbaseError('USAGE', `${command.split('=')[0]}=… is a variable, not a program`, {
      hint: 'Give variables by --env NAME (a setting of the machine) or --env NAME=TEXT.',
    });
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(command))
    // Not shown: addresses hold tokens.
    throw new ToolbaseError('UNSUPPORTED', 'a server at an address cannot be pinned', {
      hint: 'It may change whenever its owner likes. Give the command that starts a server on this machine.',
    });
  const name = path.basename(command);
  if (/^python(?:3(?:\.\d+)?)?$/.test(name)) return pythonLaunch(command, args);
  if (name === 'node' || name === 'nodejs') return nodeLaunch(args);
  if (name === 'npx') return npxLaunch(args);
  if (name === 'uvx') return uvxLaunch(args);
  if (name === 'pipx' && args[0] === 'run') return uvxLaunch(args.slice(1));
  if (['docker', 'podman', 'uv', 'npm', 'bun', 'deno', 'bunx', 'sh', 'bash', 'env'].includes(name))
    throw new ToolbaseError('UNSUPPORTED', `a server that is started by ${name} cannot be pinned`, {
      hint: 'Give what it runs in the end: node FILE, npx PACKAGE, python FILE, python -m MODULE, uvx PACKAGE, or a program.',
    });
  return { kind: 'program', program: command, args };
}

function nodeLaunch(args: readonly string[]): Launch {
  const [file, ...rest] = args;
  if (file === undefined || file.startsWith('-')) throw optionFirst('node', file, 'the file');
  return { kind: 'node-file', file, args: rest };
}

function pythonLaunch(python: string, args: readonly string[]): Launch {
  const [first, second, ...rest] = args;
  if (first === '-m' && second !== undefined)
    return { kind: 'python-module', python, module: second, args: rest };
  if (first === undefined || first.startsWith('-'))
    throw optionFirst('python', first, 'the file or -m MODULE');
  return { kind: 'python-file', python, file: first, args: args.slice(1) };
}

function npxLaunch(args: readonly string[]): Launch {
  const { options, rest } = leadingOptions(args, { flags: ['-y', '--yes'], valued: ['-p', '--package'] });
  const [first, ...others] = rest;
  if (first === undefined) throw optionFirst('npx', undefined, 'the package');
  const from = options.get('-p') ?? options.get('--package');
  const [, name, range] = /^((?:@[^@/]+\/)?[^@/]+)(?:@(.+))?$/.exec(from ?? first) ?? [];
  if (name === undefined || /[:/\\]/.test(range ?? ''))
    throw new ToolbaseError('UNSUPPORTED', `${from ?? first} is no package of an npm registry`, {
      hint: 'Repositories, folders and addresses cannot be pinned. Publish it, or give node and the file.',
    });
  return {
    kind: 'npm',
    package: name,
    range: range ?? 'latest',
    program: from === undefined ? undefined : first,
    args: others,
  };
}

function uvxLaunch(args: readonly string[]): Launch {
  const { options, rest } = leadingOptions(args, {
    flags: ['-q', '--quiet'],
    valued: ['--from', '--spec', '-p', '--python'],
  });
  const [first, ...others] = rest;
  if (first === undefined) throw optionFirst('uvx', undefined, 'the package');
  const [program = '', version] = first.split('@');
  const from = options.get('--from') ?? options.get('--spec');
  const requirement =
    from ?? (version === undefined || version === 'latest' ? program : `${program}==${version}`);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*(?:\[[A-Za-z0-9,._ -]+\])?\s*(?:[=<>!~]=?=?[^/:@]+)?$/.test(requirement))
    throw new ToolbaseError('UNSUPPORTED', `${requirement} is no package of a Python index`, {
      hint: 'Repositories, folders and addresses cannot be pinned.',
    });
  return {
    kind: 'python-package',
    requirement,
    program: program.replace(/==.*$/, '').replace(/\[.*$/, ''),
    args: others,
  };
}

/** Takes the options before the first word that is none. */
function leadingOptions(
  args: readonly string[],
  known: { readonly flags: readonly string[]; readonly valued: readonly string[] },
): { options: ReadonlyMap<string, string>; rest: readonly string[] } {
  const options = new Map<string, string>();
  let index = 0;
  for (; args[index]?.startsWith('-') === true; index += 1) {
    const [name = '', inline] = (args[index] ?? '').split(/=(.*)/s);
    if (name === '--') return { options, rest: args.slice(index + 1) };
    if (known.valued.includes(name)) options.set(name, inline ?? args[(index += 1)] ?? '');
    else if (!known.flags.includes(name))
      throw new ToolbaseError('UNSUPPORTED', `the option ${name} cannot be carried over into a toolkit`);
  }
  return { options, rest: args.slice(index) };
}

const optionFirst = (program: string, found: string | undefined, wanted: string): ToolbaseError =>
  found === undefined
    ? new ToolbaseError('USAGE', `${program} is given nothing to run`, { hint: `Name ${wanted}.` })
    : new ToolbaseError('UNSUPPORTED', `the option ${found} of ${program} cannot be carried over`, {
        hint: `Name ${wanted} first.`,
      });

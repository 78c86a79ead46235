import type { ExternalDeclaration } from '../manifest/index.ts';

export type PackageManager = keyof ExternalDeclaration['install'];

/** What installs programs on this system, in the order in which a person would turn to it. */
export interface InstallTools {
  readonly managers: readonly PackageManager[];
  /** Whether system packages need another user. */
  readonly needsSudo: boolean;
}

/** The command that installs an external here, to be pasted into a shell; undefined when its toolkit names no package
 * for any manager that is here. Package names are the toolkit author's: what a shell or a package manager would read as
 * anything but a plain name is no command. */
export function installCommand(
  install: ExternalDeclaration['install'],
  { managers, needsSudo }: InstallTools,
): string | undefined {
  for (const manager of managers) {
    const names = install[manager]?.trim().split(/\s+/) ?? [];
    if (names.length > 0 && names.every(isPlainName))
      return [needsSudo && SYSTEM.includes(manager) ? 'sudo' : '', WORDS[manager], ...names]
        .filter((word) => word !== '')
        .join(' ');
  }
  return undefined;
}

const isPlainName = (name: string): boolean =>
  /^[A-Za-z0-9@][A-Za-z0-9@._+:~=/-]*$/.test(name) && !name.includes('://');

const SYSTEM: readonly PackageManager[] = ['apt', 'dnf'];

const WORDS: Readonly<Record<PackageManager, string>> = {
  apt: 'apt-get install -y',
  dnf: 'dnf install -y',
  brew: 'brew install',
  conda: 'conda install -y',
  pip: 'python3 -m pip install',
  npm: 'npm install --global',
};

/** The managers whose program is there: those of the system first, and of several that of its family.
 * @param family `ID` and `ID_LIKE` of os-release, such as `ubuntu debian` */
export function managersInOrder(programs: ReadonlySet<string>, family: string): readonly PackageManager[] {
  const system: PackageManager[] = /\b(?:fedora|rhel|centos|suse)\b/.test(family)
    ? ['dnf', 'apt']
    : ['apt', 'dnf'];
  return [...system, ...(['brew', 'conda', 'pip', 'npm'] as const)].filter((manager) =>
    programs.has(PROGRAM[manager]),
  );
}

/** The program of each manager, by which it is found. */
export const PROGRAM: Readonly<Record<PackageManager, string>> = {
  apt: 'apt-get',
  dnf: 'dnf',
  brew: 'brew',
  conda: 'conda',
  pip: 'python3',
  npm: 'npm',
};

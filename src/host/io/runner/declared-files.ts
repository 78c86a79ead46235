import path from 'node:path';
import { ToolbaseError } from '../../../kernel/index.ts';
import type { AnyOperation } from '../../../manifest/index.ts';
import { declaredStrings } from '../../declared-strings.ts';
import { containPath, type ContainedPath } from '../contain-path.ts';

export interface DeclaredFiles {
  /** @throws ToolbaseError PATH_OUTSIDE when no declared argument of the call names the path or a folder it is in */
  readonly checkRead: (file: ContainedPath) => void;
  /** As checkRead, for `effects.writes` alone. What may be written may also be read. */
  readonly checkWrite: (file: ContainedPath) => void;
}

/** The workspace files of one call: those that its arguments name where the operation's effects say so. Without this,
 * an operation that declares no writes, and is served as read-only, could write by mistake.
 * @param inputs the arguments as they came and as the input schema yields them, with its defaults and transforms */
export function declaredFiles(
  { name, effects }: Pick<AnyOperation, 'name' | 'effects'>,
  inputs: readonly unknown[],
  workspace: string,
): DeclaredFiles {
  const named = (inputPaths: readonly string[] = []): string[] =>
    inputs
      .flatMap((input) => declaredStrings(input, inputPaths))
      .map((given) => path.resolve(workspace, given));
  const writable = named(effects?.writes);
  const readable = [...named(effects?.reads), ...writable];
  const check =
    (kind: 'reads' | 'writes', allowed: readonly string[]) =>
    ({ absolute, relative }: ContainedPath): void => {
      if (allowed.some((given) => isWithin(absolute, containPath(workspace, given).absolute))) return;
      const call = kind === 'reads' ? 'readPath' : 'writePath';
      if (effects?.[kind]?.includes(relative) === true)
        throw new ToolbaseError(
          'PATH_OUTSIDE',
          `${name} gives ${call} the name of its argument ${relative} in place of the path that it holds`,
          { hint: `This is a fault of the toolkit: write ${call}(input.${relative}).` },
        );
      throw new ToolbaseError(
        'PATH_OUTSIDE',
        `${relative} is named by no argument that ${name} declares under effects.${kind}`,
        {
          hint: `This is a fault of the toolkit: the path must come from an argument listed in effects.${kind}; a fixed name is an argument with a default. Scratch files belong into tempDir().`,
        },
      );
    };
  return { checkRead: check('reads', readable), checkWrite: check('writes', writable) };
}

const isWithin = (file: string, folder: string): boolean =>
  file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`);

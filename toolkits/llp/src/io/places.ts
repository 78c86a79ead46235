import { type OperationContext, ToolbaseError } from 'toolbase/toolkit';

/** Files by the argument that names them; undefined for what was not given. */
type Places = Readonly<Record<string, string | undefined>>;

/** Sees to it that nothing is written over what is read, or over what else is written.
 * @param written and `read` real paths by argument   @throws ToolbaseError BAD_ARGUMENTS naming both arguments */
export function keepApart(written: Places, read: Places = {}): void {
  const taken = new Map<string, string>();
  for (const [argument, file] of [...Object.entries(read), ...Object.entries(written)]) {
    if (file === undefined) continue;
    const other = taken.get(file);
    if (other !== undefined && written[argument] !== undefined)
      throw new ToolbaseError('BAD_ARGUMENTS', `${argument}: is the same file as ${other}`, {
        hint: 'Give the file to write another name.',
      });
    taken.set(file, argument);
  }
}

/** The real paths of arguments that name files to read. */
export const placesRead = <K extends string>(
  input: Readonly<Partial<Record<K, string | undefined>>>,
  names: readonly K[],
  context: OperationContext,
): Places =>
  Object.fromEntries(
    names.map((name) => [name, input[name] === undefined ? undefined : context.readPath(input[name])]),
  );

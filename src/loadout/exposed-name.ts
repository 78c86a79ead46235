import {
  Alias,
  EXPOSED_NAME_MAX,
  ExposedName,
  type OperationName,
  type ToolkitName,
  ToolbaseError,
} from '../kernel/index.ts';

/** The prefix of a toolkit's exposed names: what the loadout says, else the unscoped name without other characters.
 * @throws ToolbaseError BAD_NAME when that is no alias */
export function aliasOf(toolkit: ToolkitName, as: Alias | undefined): Alias {
  if (as !== undefined) return as;
  const letters = toolkit.replace(/^@[^/]*\//, '').replace(/[^a-z0-9]/g, '');
  const alias = Alias.safeParse(letters);
  if (alias.success && letters !== '') return alias.data;
  throw new ToolbaseError(
    'BAD_NAME',
    `${toolkit} gives no prefix for exposed names: ${letters} is no alias`,
    {
      hint: `Write \`as:\` for ${toolkit} in the loadout: lower-case letters and digits, a letter first.`,
    },
  );
}

/** The name a model sees. @throws ToolbaseError BAD_NAME when it is longer than every client takes */
export function exposedName(toolkit: ToolkitName, alias: Alias, operation: OperationName): ExposedName {
  const text = alias === '' ? operation : `${alias}__${operation}`;
  const name = ExposedName.safeParse(text);
  if (name.success) return name.data;
  throw new ToolbaseError(
    'BAD_NAME',
    `${text} of ${toolkit} is ${text.length} characters long; clients take ${EXPOSED_NAME_MAX}`,
    { hint: `Write a shorter \`as:\` for ${toolkit} in the loadout, or leave the operation out.` },
  );
}

const ADDED = ['PWD', 'OLDPWD', 'SHLVL'];

/** Commands of a shell that take the variables out again that a shell adds to the environment of a program. */
export const unsetShellVariables = (environment: Readonly<Record<string, string>>): string[] =>
  ADDED.filter((name) => environment[name] === undefined).map((name) => `unset ${name}`);

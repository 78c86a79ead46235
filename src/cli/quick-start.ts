import { runQuick } from './run-quick.ts';

/** Commands of one word, by name: `bin/run.js` lists the same. */
export const QUICK = {
  add: () => import('./commands/add.ts'),
  approve: () => import('./commands/approve.ts'),
  call: () => import('./commands/call.ts'),
  deprecate: () => import('./commands/deprecate.ts'),
  diff: () => import('./commands/diff.ts'),
  doctor: () => import('./commands/doctor.ts'),
  explain: () => import('./commands/explain.ts'),
  export: () => import('./commands/export.ts'),
  grade: () => import('./commands/grade.ts'),
  import: () => import('./commands/import.ts'),
  init: () => import('./commands/init.ts'),
  install: () => import('./commands/install.ts'),
  lint: () => import('./commands/lint.ts'),
  list: () => import('./commands/list.ts'),
  lock: () => import('./commands/lock.ts'),
  login: () => import('./commands/login.ts'),
  logout: () => import('./commands/logout.ts'),
  outdated: () => import('./commands/outdated.ts'),
  pack: () => import('./commands/pack.ts'),
  publish: () => import('./commands/publish.ts'),
  remove: () => import('./commands/remove.ts'),
  run: () => import('./commands/run.ts'),
  search: () => import('./commands/search.ts'),
  types: () => import('./commands/types.ts'),
  unpublish: () => import('./commands/unpublish.ts'),
  update: () => import('./commands/update.ts'),
  verify: () => import('./commands/verify.ts'),
  view: () => import('./commands/view.ts'),
  whoami: () => import('./commands/whoami.ts'),
};

/** Runs one of them. @param argv without the command's name   @param program URL of the file that was started */
export const quickMain = (
  name: keyof typeof QUICK,
  argv: readonly string[],
  program: string,
): Promise<void> => runQuick(QUICK[name], argv, program);

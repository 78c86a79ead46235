import type { TestContext } from 'vitest';

/** Skips the test, saying why, when a program or network that it needs is missing; where all of them were installed
 * (`TOOLBASE_REQUIRE_EXTERNALS=1`) it fails instead. */
export function needsExternal(context: TestContext, what: string, present: boolean): void {
  if (present) return;
  if (process.env['TOOLBASE_REQUIRE_EXTERNALS'] === '1') throw new Error(`${what} is missing`);
  context.skip(`${what} is missing`);
}

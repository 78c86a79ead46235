import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { guideScripts, programFolder } from './guide.ts';
import { runOn } from './offline.ts';
import { freshFolder, ROOT } from './toolbase.ts';

it('the guide from a diagram to a width works as it is written, figure included', async () => {
  const home = await freshFolder();
  const [tools = [], declare = [], symbols = [], formula = []] = [...guideScripts('decay-width').values()];
  const env = { PATH: `${programFolder(home)}:${process.env['PATH'] ?? ''}` };
  const run = async (scripts: readonly string[]): Promise<string> => {
    const command = ['bash', '-euo', 'pipefail', '-c', scripts.join('\n')];
    const ended = await runOn({ home, network: true }, [], env, command);
    expect(ended.status, ended.stdout + ended.stderr).toBe(0);
    return ended.stdout;
  };
  await run(tools);
  const [ask = '', ...drawing] = declare;
  const answer = z
    .object({ width_gev: z.number(), closed_form: z.object({ sympy: z.string() }) })
    .parse(jsonIn(await run([ask])));
  // G_F m_b^2 m_H 3/(4 sqrt2 pi) (1 - 4 m_b^2/m_H^2)^(3/2) with 1/v^2 = sqrt2 G_F.
  expect(answer.width_gev).toBeCloseTo(0.00558324613, 8);
  await run(drawing);
  expect(readFileSync(path.join(home, 'higgs.svg'), 'utf8')).toBe(
    readFileSync(path.join(ROOT, 'docs', 'guides', 'figures', 'higgs.svg'), 'utf8'),
  );
  const symbolic = await run(symbols);
  expect(symbolic).toContain('vev');
  expect(symbolic).not.toContain('"width_gev"');
  expect(jsonIn(await run(formula))).toMatchObject({ equal: true });
});

/** The document that a call prints. */
function jsonIn(stdout: string): unknown {
  return JSON.parse(stdout.slice(stdout.indexOf('{'), stdout.lastIndexOf('}') + 1));
}

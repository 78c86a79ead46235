import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { ToolbaseError } from '../kernel/index.ts';

/** Asks a person on the terminal for one line. Nothing is echoed of what is `hidden`.
 * @throws ToolbaseError USAGE without a terminal, CANCELLED when the person ends the input */
export async function ask(question: string, options: { readonly hidden?: boolean } = {}): Promise<string> {
  if (!process.stdin.isTTY)
    throw new ToolbaseError('USAGE', `there is no terminal to ask for: ${question}`, {
      hint: 'Give it in another way; --help lists them.',
    });
  const quiet = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = options.hidden === true ? quiet : process.stderr;
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  const cancelled = new Promise<never>((_, reject) => {
    lines.once('SIGINT', () => reject(new ToolbaseError('CANCELLED', 'nothing was done')));
    lines.once('close', () => reject(new ToolbaseError('CANCELLED', 'nothing was done')));
  });
  try {
    if (options.hidden === true) process.stderr.write(`${question}: `);
    const answer = lines.question(options.hidden === true ? '' : `${question}: `);
    return await Promise.race([answer, cancelled]);
  } finally {
    lines.close();
    if (options.hidden === true) process.stderr.write('\n');
  }
}

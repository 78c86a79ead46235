import type { Lock } from '../lockfile/index.ts';

/** Claude Code cuts a server's instructions here. */
const INSTRUCTIONS_SHOWN_BYTES = 2048;

/** What a person should know of a lock that is sound. */
export function lockWarnings(lock: Lock): string[] {
  return [...linkWarnings(lock), ...instructionsWarnings(lock)];
}

const linkWarnings = (lock: Lock): string[] =>
  Object.entries(lock.linked ?? {}).map(
    ([name, { path }]) =>
      `${name} is linked from the working tree ${path}: nobody else can install this lock, and it is neither exported, measured nor served frozen`,
  );

function instructionsWarnings(lock: Lock): string[] {
  const bytes = Buffer.byteLength(lock.instructions);
  return [
    ...(Object.keys(lock.operations).length === 0
      ? ['no operation is exposed: a model gets no tool from this lock']
      : []),
    ...(bytes > INSTRUCTIONS_SHOWN_BYTES
      ? [
          `the instructions are ${bytes} bytes long; some clients show a model only ${INSTRUCTIONS_SHOWN_BYTES}`,
        ]
      : []),
  ];
}

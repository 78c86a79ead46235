import { open } from 'node:fs/promises';
import type { Interpreter } from '../../environment-record.ts';

const HEAD_BYTES = 4096;

/** What npm's packages for this process would be made for. */
export async function nodeInterpreter(): Promise<Interpreter> {
  const { modules } = process.versions;
  const libc = process.platform === 'linux' ? `-${await libcOf(process.execPath)}` : '';
  return {
    implementation: 'node',
    version: modules,
    abi: `node-${modules}`,
    platform: `${process.platform}-${process.arch}${libc}`,
  };
}

/** The C library by the loader that a program's ELF header names. */
async function libcOf(program: string): Promise<'glibc' | 'musl'> {
  const handle = await open(program, 'r');
  try {
    const { buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.includes('/ld-musl-') ? 'musl' : 'glibc';
  } finally {
    await handle.close();
  }
}

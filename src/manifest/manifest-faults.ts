import { type ErrorCode, ToolbaseError } from '../kernel/index.ts';

/** Something wrong, or worth knowing, about a part of a toolkit. */
export type ManifestNote = { readonly where: string; readonly reason: string };

/** Faults and warnings of one toolkit, gathered so that its author sees all at once. */
export class ManifestFaults {
  readonly #faults: (ManifestNote & { readonly code: ErrorCode })[] = [];
  readonly warnings: ManifestNote[] = [];

  add(code: 'BAD_MANIFEST' | 'BAD_SCHEMA', where: string, reason: string): void {
    this.#faults.push({ code, where, reason });
  }

  warn(where: string, reason: string): void {
    this.warnings.push({ where, reason });
  }

  /** The faults in words. */
  reasons(): string[] {
    return this.#faults.map(({ where, reason }) => `${where}: ${reason}`);
  }

  /** @throws ToolbaseError BAD_SCHEMA when all faults are of schemas, else BAD_MANIFEST */
  throwIfAny(label: string, hint: string): void {
    if (this.#faults.length === 0) return;
    const code = this.#faults.every((fault) => fault.code === 'BAD_SCHEMA') ? 'BAD_SCHEMA' : 'BAD_MANIFEST';
    const lines = this.#faults.map(({ where, reason }) => `\n  ${where}: ${reason}`);
    throw new ToolbaseError(code, `${label} cannot be packed:${lines.join('')}`, { hint });
  }
}

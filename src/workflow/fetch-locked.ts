import { type ErrorCode, integrityOf, isToolbaseError, reportOf, ToolbaseError } from '../kernel/index.ts';
import type { Registry } from '../registry/index.ts';
import { whereLocked } from './standing.ts';
import { republishedHint } from './republished.ts';
import type { FetchStep } from './install-plan.ts';

/** Bytes with the locked integrity: from the registry that the lock names, else from any other that has them. Where
 * they come from does not matter once they are the locked ones.
 * @throws ToolbaseError INTEGRITY_MISMATCH when the version is published with other bytes only; NOT_FOUND,
 * REGISTRY_DENIED, REGISTRY_UNAVAILABLE saying what each registry answered */
export async function fetchLocked(
  step: Pick<FetchStep, 'name' | 'version' | 'registry' | 'integrity'>,
  registries: readonly Registry[],
): Promise<{ tarball: Uint8Array; registry: string }> {
  const answers: { registry: string; fault: string; code: string }[] = [];
  for (const registry of inOrder(registries, step.registry)) {
    try {
      const tarball = await registry.tarball(step.name, step.version, step.integrity);
      if (integrityOf(tarball) === step.integrity) return { tarball, registry: registry.name };
      answers.push({ registry: registry.name, fault: 'has other bytes', code: 'INTEGRITY_MISMATCH' });
    } catch (cause) {
      // Whoever tampers with signatures is not passed by for somebody who gives none.
      if (!isToolbaseError(cause) || cause.code === 'BAD_SIGNATURE') throw cause;
      const { code, message } = reportOf(cause);
      answers.push({ registry: registry.name, fault: message, code });
    }
  }
  throw notFetched(
    step,
    answers,
    registries.map(({ name }) => name),
  );
}

const inOrder = (registries: readonly Registry[], first: string): Registry[] => [
  ...registries.filter(({ name }) => name === first),
  ...registries.filter(({ name }) => name !== first),
];

function notFetched(
  { name, version, registry }: Pick<FetchStep, 'name' | 'version' | 'registry'>,
  answers: readonly { registry: string; fault: string; code: string }[],
  registries: readonly string[],
): ToolbaseError {
  const told = answers.map((answer) => `${answer.registry}: ${answer.fault}`).join('; ');
  const codes = new Set(answers.map(({ code }) => code));
  const code = codes.has('INTEGRITY_MISMATCH')
    ? 'INTEGRITY_MISMATCH'
    : codes.has('REGISTRY_UNAVAILABLE')
      ? 'REGISTRY_UNAVAILABLE'
      : codes.has('REGISTRY_DENIED')
        ? 'REGISTRY_DENIED'
        : 'NOT_FOUND';
  const denying = answers.find((answer) => answer.code === 'REGISTRY_DENIED');
  if (code === 'REGISTRY_DENIED' && denying !== undefined)
    return new ToolbaseError(code, `no registry gives the locked bytes of ${name} ${version} (${told})`, {
      hint: `Run \`toolbase login --registry ${denying.registry}\`; the lock is not at fault.`,
    });
  const own = answers.find((answer) => answer.registry === registry);
  if (own?.code === 'INTEGRITY_MISMATCH')
    return new ToolbaseError(code, `no registry has the locked bytes of ${name} ${version} (${told})`, {
      hint: republishedHint(name),
    });
  return new ToolbaseError(code, `no registry has the locked bytes of ${name} ${version} (${told})`, {
    hint: whatToDo(code, registry, registries),
  });
}

function whatToDo(code: ErrorCode, registry: string, registries: readonly string[]): string {
  if (!registries.includes(registry))
    return `It was locked from the registry ${registry}. Any registry with the same bytes will do: name one in the settings or with --registry.`;
  return code === 'NOT_FOUND'
    ? whereLocked(registry, registries)
    : `It was locked from the registry ${registry}: try again when that one answers.`;
}

import { ownVersion } from './own-package.ts';
import type { Spans } from './spans.ts';

/** Loads what sends spans only when it is asked for. @param say is told once when they cannot be sent */
export async function loadSpans(
  isAsked: boolean,
  say: (message: string) => void,
): Promise<Spans | undefined> {
  if (!isAsked) return undefined;
  const { createSpans } = await import('./spans.ts');
  return createSpans(ownVersion(), say);
}

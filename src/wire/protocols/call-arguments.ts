import { z } from 'zod';
import type { JsonObject } from '../exchange.ts';

const Arguments = z.record(z.string(), z.json());

/** Arguments that a protocol carries as text; a text that is no object has none. */
export function argumentsOf(text: string): JsonObject {
  try {
    const value = Arguments.safeParse(JSON.parse(text));
    return value.success ? value.data : {};
  } catch (cause) {
    if (cause instanceof SyntaxError) return {};
    throw cause;
  }
}

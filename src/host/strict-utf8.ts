const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The text that bytes spell, or undefined when they are not UTF-8: nothing is replaced without a word. */
export function strictUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch (fault) {
    if (fault instanceof TypeError) return undefined;
    throw fault;
  }
}

/** Splits a byte stream into lines ended by LF, without the LF. Bytes after the last LF are kept for the next chunk.
 * @param maxBytes longest line; a longer one makes `push` return `undefined` from then on, so that a peer that
 * never ends its line cannot fill the memory */
export function createLineSplitter(maxBytes: number): { push(chunk: Buffer): Buffer[] | undefined } {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let overrun = false;
  return {
    push(chunk) {
      const lines: Buffer[] = [];
      let from = 0;
      for (let at = chunk.indexOf(10); at !== -1 && !overrun; at = chunk.indexOf(10, from)) {
        overrun = pendingBytes + at - from > maxBytes;
        const end = chunk.subarray(from, at);
        lines.push(pending.length === 0 ? end : Buffer.concat([...pending, end]));
        pending = [];
        pendingBytes = 0;
        from = at + 1;
      }
      if (from < chunk.length) {
        pending.push(chunk.subarray(from));
        pendingBytes += chunk.length - from;
      }
      overrun ||= pendingBytes > maxBytes;
      if (overrun) pending = [];
      return overrun ? undefined : lines;
    },
  };
}

/** Keeps the last lines of what a host prints, whatever it floods: at most `maxLines` of `maxLineChars` each. */
export interface LogRing {
  push(text: string): void;
  /** Oldest first; an unfinished last line included. */
  lines(): readonly string[];
}

/** @param onLine called with each finished line, for who asked to see them */
export function createLogRing(
  maxLines: number,
  maxLineChars: number,
  onLine: (line: string) => void = () => undefined,
): LogRing {
  let kept: string[] = [];
  let open = '';
  return {
    push(text) {
      const parts = text.split('\n');
      const last = parts.pop() ?? '';
      for (const part of parts) {
        const line = (open + part).slice(0, maxLineChars);
        open = '';
        kept.push(line);
        onLine(line);
      }
      if (kept.length > 2 * maxLines) kept = kept.slice(-maxLines);
      open = (open + last).slice(0, maxLineChars);
    },
    lines: () => [...kept, ...(open === '' ? [] : [open])].slice(-maxLines),
  };
}

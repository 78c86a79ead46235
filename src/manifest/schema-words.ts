/** Appends to a description what some clients drop from a schema. A sentence that already stands there stays as it
 * is, so that describing twice changes nothing. */
export function withWords(description: string, sentences: readonly string[]): string {
  const trimmed = description.trim();
  const missing = sentences.filter((sentence) => !stands(trimmed, sentence));
  if (missing.length === 0) return trimmed;
  const lead = trimmed === '' || /[.!?:;]$/.test(trimmed) ? trimmed : `${trimmed}.`;
  return [lead, ...missing].filter((part) => part !== '').join(' ');
}

// "Range: 0 to 1." must not be found inside "Range: 0 to 1.5".
function stands(description: string, sentence: string): boolean {
  for (let at = description.indexOf(sentence); at >= 0; at = description.indexOf(sentence, at + 1)) {
    const [before, after] = [description[at - 1], description[at + sentence.length]];
    if ((before === undefined || /\s/.test(before)) && (after === undefined || /\s/.test(after))) return true;
  }
  return false;
}

/** "Range: 0 to 1." or one bound alone.
 * @param noun what is bounded when it is not the value itself, such as "length" */
export function rangeWords(low: number | undefined, high: number | undefined, noun?: string): string[] {
  const subject = noun ?? 'range';
  if (low !== undefined && high !== undefined)
    return [`${capital(subject)}: ${low === high && noun !== undefined ? low : `${low} to ${high}`}.`];
  const one = noun === undefined ? '' : ` ${noun}`;
  if (low !== undefined) return [`Minimum${one}: ${low}.`];
  return high === undefined ? [] : [`Maximum${one}: ${high}.`];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

// What poisoned tool descriptions have in common: they give orders that have nothing to do with what the tool computes.
const PATTERNS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b[^.\n]{0,40}\b(?:instructions?|prompts?|rules|guidelines|tools?)\b/i,
  /\b(?:do not|don't|never|without)\b[^.\n]{0,20}\b(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|show(?:ing)?|reveal(?:ing)?|notify(?:ing)?|ask(?:ing)?)\b[^.\n]{0,30}\b(?:user|human|anyone|them)\b/i,
  /\b(?:before|after|instead of|prior to)\b[^.\n]{0,20}\b(?:using|calling|running|invoking)\b[^.\n]{0,20}\b(?:any|all|every|each|other)\b[^.\n]{0,20}\btools?\b/i,
  /\b(?:always|must|first)\b[^.\n]{0,20}\b(?:call|use|invoke|run) this (?:tool|function)\b/i,
  /\byou (?:must|are required to|have to|should always)\b/i,
  /<\/?(?:system|important|instructions?|secret|admin|assistant|user)\b[^>]{0,40}>/i,
  /\bsystem prompt\b|\byour (?:instructions|conversation|context window)\b/i,
  /~\/\.(?:ssh|aws|config|netrc|npmrc|gnupg)\b|\bid_(?:rsa|ed25519)\b|\/etc\/(?:passwd|shadow)\b/,
  /\b(?:send|forward|upload|post|exfiltrate|leak)\b[^.\n]{0,40}\b(?:to|at)\b[^.\n]{0,10}https?:\/\//i,
];

/** The first part of a text that gives a model orders beyond the tool's own use, or undefined. A reviewer's aid: words
 * can always be found that no pattern knows. */
export function instructionIn(text: string): string | undefined {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) return found.replace(/\s+/g, ' ').slice(0, 80);
  }
  return undefined;
}

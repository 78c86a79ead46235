/** Something in a text that looks like a credential. The credential itself is not in it. */
export interface FoundSecret {
  /** From 1. */
  readonly line: number;
  /** Such as "a private key". */
  readonly what: string;
}

// What the rules of secretlint leave out: keys that are cut, and services that it does not know.
const OWN_RULES: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----/],
  ['an AWS access key', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/],
  ['a GitLab token', /\bglpat-[\w-]{20,}/],
  ['a Hugging Face token', /\bhf_[A-Za-z0-9]{30,}\b/],
  ['an OpenAI key', /\bsk-(?:proj|svcacct|admin)-[\w-]{40,}/],
  ['a Google API key', /\bAIza[\w-]{35}\b/],
  ['a PyPI token', /\bpypi-AgE[\w-]{60,}/],
  ['a token of a package registry', /:_(?:authToken|auth|password)\s*=\s*(?!\$\{)[^\s"'`]{8,}/],
];

/** Texts that look like keys, tokens and passwords, in order of line. Runs none of the text.
 * @param path names the file to the rules, some of which depend on it */
export async function findSecrets(path: string, text: string): Promise<FoundSecret[]> {
  const found = [...(await bySecretlint(path, text)), ...byOwnRules(text)];
  const first = found.filter(
    ({ line, what }, at) => found.findIndex((other) => other.line === line && other.what === what) === at,
  );
  return first.sort((a, b) => a.line - b.line);
}

async function bySecretlint(path: string, text: string): Promise<FoundSecret[]> {
  const { lintSource } = await import('@secretlint/core');
  const { creator: rule } = await import('@secretlint/secretlint-rule-preset-recommend');
  const { messages } = await lintSource({
    source: { filePath: path, content: text, ext: /\.[^./]*$/.exec(path)?.[0] ?? '', contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      maskSecrets: true,
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule }] },
    },
  });
  return messages.map(({ message, loc }) => ({ line: loc.start.line, what: kindOf(message) }));
}

/** "found GitHub Token(****): ****" says what it is before the first sign. */
function kindOf(message: string): string {
  const what = /^found ([\w .-]{1,60}?)\s*(?:[(:]|$)/i.exec(message)?.[1] ?? 'credential';
  return `${/^(?:[aeio]|npm)/i.test(what) ? 'an' : 'a'} ${what}`;
}

const byOwnRules = (text: string): FoundSecret[] =>
  OWN_RULES.flatMap(([what, pattern]) => {
    const at = text.search(pattern);
    return at < 0 ? [] : [{ line: text.slice(0, at).split('\n').length, what }];
  });

import type { SignedPackage, Signer } from './signed-package.ts';

/** Toolkits that are taken only when somebody vouches for them. */
export interface SignatureRule {
  /** Of toolkits of this scope, such as `@lab`. */
  readonly scope?: string | undefined;
  /** Of toolkits from the registry of this name. */
  readonly registry?: string | undefined;
  /** Who: the subject of the certificate, whole, or its beginning and `*`. */
  readonly identity: string;
  readonly issuer?: string | undefined;
}

/** What ships with the program is as trusted as the program. */
const EMBEDDED = 'embedded';

/** The rules that a package has to obey; without scope and registry, a rule is for all. */
export const rulesFor = (
  { name, registry }: Pick<SignedPackage, 'name' | 'registry'>,
  rules: readonly SignatureRule[],
): SignatureRule[] =>
  registry === EMBEDDED
    ? []
    : rules.filter(
        (rule) =>
          (rule.scope === undefined || name.startsWith(`${rule.scope}/`)) &&
          (rule.registry === undefined || rule.registry === registry),
      );

/** Whether a signer is the one that a rule asks for. Case counts, and every character. */
export function obeys({ identity, issuer }: Signer, rule: SignatureRule): boolean {
  const isWho = rule.identity.endsWith('*')
    ? identity.startsWith(rule.identity.slice(0, -1))
    : identity === rule.identity;
  return isWho && (rule.issuer === undefined || rule.issuer === issuer);
}

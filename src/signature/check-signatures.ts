import { ToolbaseError } from '../kernel/index.ts';
import { obeys, rulesFor, type SignatureRule } from './signature-policy.ts';
import type { SignedPackage, Signer } from './signed-package.ts';
import type { Trust } from './trusted-root.ts';
import { verifyBundle } from './verify-bundle.ts';

/** A version has one signature, or a few; more are not looked at. */
const MAX_BUNDLES = 16;

/** Who vouches for a package. A signature that is there has to be good; rules say for which packages there has to be one.
 * @throws ToolbaseError BAD_SIGNATURE */
export function checkSignatures(
  signed: SignedPackage,
  trust: Trust,
  rules: readonly SignatureRule[],
): Signer[] {
  const what = `${signed.name} ${signed.version} from the registry ${signed.registry}`;
  if (signed.bundles.length > MAX_BUNDLES)
    throw new ToolbaseError(
      'BAD_SIGNATURE',
      `${what} has ${signed.bundles.length} signatures; at most ${MAX_BUNDLES} are read`,
    );
  const signers: Signer[] = [];
  for (const bundle of signed.bundles) {
    const verdict = verifyBundle(bundle, signed.tarball, trust);
    if (verdict.kind === 'good') signers.push(verdict.signer);
    if (verdict.kind === 'bad')
      throw new ToolbaseError('BAD_SIGNATURE', `a signature of ${what} is not good: ${verdict.reason}`, {
        hint: 'Do not use it. Ask its publisher; and is the trusted root of your settings the right one?',
      });
  }
  const broken = rulesFor(signed, rules).find((rule) => !signers.some((signer) => obeys(signer, rule)));
  if (broken === undefined) return signers;
  throw new ToolbaseError(
    'BAD_SIGNATURE',
    `${what} is ${signedBy(signers)}, and your settings ask for ${broken.identity}`,
    {
      hint: 'policy.requireSignature in your settings says so. Ask its publisher for a signed version.',
    },
  );
}

const signedBy = (signers: readonly Signer[]): string =>
  signers.length === 0 ? 'not signed' : `signed by ${signers.map(({ identity }) => identity).join(', ')}`;

import { ToolbaseError } from '../kernel/index.ts';
import { readTextBounded } from '../kernel/io/index.ts';
import { type MachineLayers, signaturePolicy } from '../machine/index.ts';
import { type SignedPackage, type Signer, type Trust } from '../signature/index.ts';

const ROOT_MAX_BYTES = 4 * 1024 * 1024;

export type Vouchers = (signed: SignedPackage) => Promise<Signer[]>;

/** Who vouches for a package by the user's own settings; undefined when these trust nobody.
 * @throws ToolbaseError BAD_SETTINGS; the function: BAD_SIGNATURE */
export function vouchersOf(layers: MachineLayers): Vouchers | undefined {
  const policy = signaturePolicy(layers);
  if (policy === undefined) return undefined;
  let trust: Promise<Trust> | undefined;
  return async (signed) => {
    // The library is large, and most commands check no signature.
    const { checkSignatures, decodeTrustedRoot } = await import('../signature/index.ts');
    const read = async (): Promise<Trust> =>
      decodeTrustedRoot(await readTextBounded(policy.trustedRoot, ROOT_MAX_BYTES), policy.trustedRoot);
    return checkSignatures(signed, await (trust ??= read()), policy.requireSignature);
  };
}

/** Refuses signatures of other bytes than those that are to be published, whoever made them, and, where the settings
 * trust somebody, those that nobody would take. */
export const signatureCheck =
  (layers: MachineLayers): ((signed: SignedPackage) => Promise<void>) =>
  async (signed) => {
    if (signed.bundles.length === 0) return;
    const { otherSubject } = await import('../signature/index.ts');
    for (const bundle of signed.bundles) {
      const fault = otherSubject(bundle, signed.tarball);
      if (fault !== undefined)
        throw new ToolbaseError(
          'BAD_SIGNATURE',
          `the signature of ${signed.name} ${signed.version} is not good: ${fault}`,
          {
            hint: 'Sign the very file that is published: pack first, then publish the tarball with --signature.',
          },
        );
    }
    await vouchersOf(layers)?.(signed);
  };

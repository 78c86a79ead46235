export { checkSignatures } from './check-signatures.ts';
export type { SignatureRule } from './signature-policy.ts';
export type { SignedPackage, Signer } from './signed-package.ts';
export { decodeTrustedRoot, type Trust } from './trusted-root.ts';
export { otherSubject } from './verify-bundle.ts';

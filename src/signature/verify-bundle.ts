import { type Bundle, bundleFromJSON } from '@sigstore/bundle';
import { toSignedEntity, Verifier } from '@sigstore/verify';
import { hexOf, type Json, sha256 } from '../kernel/index.ts';
import type { Signer } from './signed-package.ts';
import { statementFault } from './statement.ts';
import type { Trust } from './trusted-root.ts';

export type BundleVerdict =
  | { readonly kind: 'good'; readonly signer: Signer }
  /** By a bare key, which no trusted root vouches for. */
  | { readonly kind: 'not-certified' }
  | { readonly kind: 'bad'; readonly reason: string };

/** Whether a sigstore bundle is a signature over exactly these bytes, by a certificate that the root trusts, made while
 * the certificate was valid. Asks nobody. */
export function verifyBundle(
  bundle: Json,
  tarball: Uint8Array,
  { material, thresholds }: Trust,
): BundleVerdict {
  try {
    const read = bundleFromJSON(bundle);
    if (read.verificationMaterial.content.$case === 'publicKey') return { kind: 'not-certified' };
    const fault = subjectFault(read, tarball);
    if (fault !== undefined) return { kind: 'bad', reason: fault };
    const entity = toSignedEntity(read, Buffer.from(tarball));
    const { identity } = new Verifier(material, thresholds).verify(entity);
    const name = identity?.subjectAlternativeName;
    if (name === undefined) return { kind: 'bad', reason: 'its certificate names nobody' };
    return { kind: 'good', signer: { identity: name, issuer: identity?.extensions?.issuer } };
  } catch (cause) {
    // A hostile bundle makes the parsers of certificates and timestamps throw anything: none of it is a signature.
    return { kind: 'bad', reason: cause instanceof Error ? printable(cause.message) : 'it is unsound' };
  }
}

/** Why a bundle is not of these bytes, whoever made it; undefined when it is. Proves nothing but that.
 * @param bundle parsed JSON */
export function otherSubject(bundle: Json, tarball: Uint8Array): string | undefined {
  try {
    return subjectFault(bundleFromJSON(bundle), tarball);
  } catch (cause) {
    return `it is no sigstore bundle: ${cause instanceof Error ? printable(cause.message) : ''}`;
  }
}

function subjectFault({ content }: Bundle, tarball: Uint8Array): string | undefined {
  if (content.$case === 'dsseEnvelope')
    return statementFault(content.dsseEnvelope.payloadType, content.dsseEnvelope.payload, tarball);
  // That the signature itself is over these bytes is checked with the key.
  const stated = content.messageSignature.messageDigest.digest.toString('hex');
  return stated === hexOf(sha256(tarball)) ? undefined : 'it is of other bytes than this package';
}

const printable = (text: string): string => text.replaceAll(/[^\x20-\x7e]+/g, ' ').slice(0, 200);

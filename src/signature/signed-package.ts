import type { Json, ToolkitName, Version } from '../kernel/index.ts';

/** A package, and the sigstore bundles that came with it. Nothing of it is trusted. */
export interface SignedPackage {
  readonly name: ToolkitName;
  readonly version: Version;
  /** Name of the registry that gave both. */
  readonly registry: string;
  readonly tarball: Uint8Array;
  /** Parsed JSON. */
  readonly bundles: readonly Json[];
}

/** Who vouches for a package, by a certificate of a trusted authority. */
export interface Signer {
  /** The certificate's subject: an address of mail, or the address of a workflow. */
  readonly identity: string;
  /** Who told the authority that the subject is who it says. */
  readonly issuer: string | undefined;
}

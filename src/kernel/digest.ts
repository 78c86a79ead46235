import { hash } from 'node:crypto';
import { z } from 'zod';

/** `sha256:` and 64 hex digits: the identity of contents everywhere in toolbase. */
export const Digest = z
  .string()
  .regex(/^sha256:[0-9a-f]{64}$/)
  .brand<'Digest'>();
export type Digest = z.infer<typeof Digest>;

/** Subresource-Integrity string (W3C SRI) of a tarball as npm registries state it: `sha512-<base64>`. */
export const Integrity = z
  .string()
  .regex(/^sha512-[A-Za-z0-9+/]{86}==$/)
  .brand<'Integrity'>();
export type Integrity = z.infer<typeof Integrity>;

/** SHA-256 (FIPS 180-4) of bytes, or of the UTF-8 form of a string. */
export const sha256 = (content: string | Uint8Array): Digest => `sha256:${hash('sha256', content)}` as Digest;

/** SHA-512 of bytes as an SRI string. */
export const integrityOf = (bytes: Uint8Array): Integrity =>
  `sha512-${hash('sha512', bytes, 'base64')}` as Integrity;

/** The 64 hex digits of a digest, for file names. */
export const hexOf = (digest: Digest): string => digest.slice('sha256:'.length);

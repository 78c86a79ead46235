import { z } from 'zod';

/** Public keys of an issuer (RFC 7517). */
export const KeySet = z.looseObject({ keys: z.array(z.looseObject({ kty: z.string() })).max(100) });

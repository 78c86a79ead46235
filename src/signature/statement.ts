import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseStrictJson } from '../kernel/index.ts';

const Hex = z.string().max(200);

/** An in-toto statement, versions 0.1 and 1, as far as it is read.
 * @see https://github.com/in-toto/attestation/blob/main/spec/v1/statement.md */
const Statement = z.looseObject({
  _type: z.enum(['https://in-toto.io/Statement/v1', 'https://in-toto.io/Statement/v0.1']),
  subject: z
    .array(z.looseObject({ digest: z.looseObject({ sha256: Hex.optional(), sha512: Hex.optional() }) }))
    .min(1)
    .max(1000),
});

const STATEMENT_TYPE = 'application/vnd.in-toto+json';

/** Why a signed statement is not of these bytes, or undefined when it is. A signature over a statement says nothing of a
 * package that the statement does not name by digest.
 * @param payload the bytes that were signed */
export function statementFault(
  payloadType: string,
  payload: Uint8Array,
  tarball: Uint8Array,
): string | undefined {
  if (payloadType !== STATEMENT_TYPE) return 'it signs something else than a statement on packages';
  const text = Buffer.from(payload).toString('utf8');
  const statement = Statement.safeParse(parseStrictJson(text, 'its statement')).data;
  if (statement === undefined) return 'its statement has no subject with a digest';
  const hex = (algorithm: 'sha256' | 'sha512'): string => createHash(algorithm).update(tarball).digest('hex');
  const digests = { sha256: hex('sha256'), sha512: hex('sha512') };
  const isOfTarball = statement.subject.some(({ digest }) => {
    const stated = (['sha256', 'sha512'] as const).filter((algorithm) => digest[algorithm] !== undefined);
    return stated.length > 0 && stated.every((algorithm) => digest[algorithm] === digests[algorithm]);
  });
  return isOfTarball ? undefined : 'it is of other bytes than this package';
}

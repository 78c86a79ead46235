import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bundleToJSON } from '@sigstore/bundle';
import { initializeCA, initializeCTLog, initializeTLog, rekorHandler } from '@sigstore/mock';
import { DSSEBundleBuilder, MessageSignatureBundleBuilder, RekorWitness, type Signer } from '@sigstore/sign';
import { integrityOf, type Json } from '../../src/kernel/index.ts';

/** A working certificate authority with its transparency logs, the log on the loopback interface. */
export interface Authority {
  /** Text of a trusted_root.json that names this authority and no other. */
  readonly trustedRoot: string;
  /** A bundle with an in-toto statement over some bytes, as npm publishes it. */
  readonly attest: (bytes: Uint8Array, who: Identity, statement?: Json) => Promise<Json>;
  /** A bundle with a signature over the bytes themselves, as `cosign sign-blob` makes it. */
  readonly signBlob: (bytes: Uint8Array, who: Identity) => Promise<Json>;
  readonly close: () => Promise<void>;
}

export interface Identity {
  readonly identity: string;
  readonly issuer?: string;
}

const ISSUER_OID = '1.3.6.1.4.1.57264.1.8';
const key = () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const sha512 = (bytes: Uint8Array): string =>
  Buffer.from(integrityOf(bytes).slice(7), 'base64').toString('hex');

export const statementOver = (digest: Record<string, string>): Json => ({
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ name: 'pkg:npm/%40lab/grid@1.0.0', digest }],
  predicateType: 'https://slsa.dev/provenance/v1',
  predicate: {},
});

/** @param logClock when its log says that signatures were made; certificates are valid for ten minutes from now */
export async function startAuthority(logClock?: Date): Promise<Authority> {
  const caKeys = key();
  const ctLog = await initializeCTLog(caKeys);
  const ca = await initializeCA(caKeys, ctLog);
  const logKeys = key();
  const log = await initializeTLog('http://log.example', logKeys, logClock);
  const handler = rekorHandler(log);
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void handler
        .fn(Buffer.concat(chunks).toString('utf8'))
        .then(({ statusCode, response: body, contentType }) => {
          response.writeHead(statusCode, { 'content-type': contentType ?? 'text/plain' }).end(body);
        });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const rekorBaseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const witnesses = [new RekorWitness({ rekorBaseURL, entryType: 'intoto' })];

  const signer = ({ identity, issuer }: Identity): Signer => ({
    async sign(data) {
      const { publicKey, privateKey } = key();
      const der = await ca.issueCertificate({
        publicKey: new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
        subjectAltName: identity,
        extensions: issuer === undefined ? [] : [{ oid: ISSUER_OID, value: issuer }],
      });
      const base64 = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('base64');
      const certificate = `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;
      return { signature: sign('sha256', data, privateKey), key: { $case: 'x509Certificate', certificate } };
    },
  });
  const asJson = (bundle: Parameters<typeof bundleToJSON>[0]): Json =>
    JSON.parse(JSON.stringify(bundleToJSON(bundle))) as Json;
  return {
    trustedRoot: trustedRootOf(ca.rootCertificate, ctLog, log.publicKey),
    attest: async (bytes, who, statement = statementOver({ sha512: sha512(bytes) })) =>
      asJson(
        await new DSSEBundleBuilder({ signer: signer(who), witnesses }).create({
          data: Buffer.from(JSON.stringify(statement)),
          type: 'application/vnd.in-toto+json',
        }),
      ),
    signBlob: async (bytes, who) =>
      asJson(
        await new MessageSignatureBundleBuilder({ signer: signer(who), witnesses }).create({
          data: Buffer.from(bytes),
        }),
      ),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function trustedRootOf(
  rootCertificate: ArrayBufferView,
  ctLog: { publicKey: Buffer; logID: ArrayBufferView },
  logKey: Buffer,
): string {
  const base64 = (view: ArrayBufferView): string =>
    Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
  const validFor = { start: '2000-01-01T00:00:00Z' };
  const logOf = (publicKey: Buffer, keyId: string) => ({
    baseUrl: 'http://log.example',
    hashAlgorithm: 'SHA2_256',
    publicKey: { rawBytes: base64(publicKey), keyDetails: 'PKIX_ECDSA_P256_SHA_256', validFor },
    logId: { keyId },
  });
  return JSON.stringify({
    mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
    tlogs: [logOf(logKey, createHash('sha256').update(logKey).digest('base64'))],
    ctlogs: [logOf(ctLog.publicKey, base64(ctLog.logID))],
    certificateAuthorities: [
      {
        subject: { commonName: 'sigstore', organization: 'sigstore.mock' },
        certChain: { certificates: [{ rawBytes: base64(rootCertificate) }] },
        validFor,
      },
    ],
    timestampAuthorities: [],
  });
}

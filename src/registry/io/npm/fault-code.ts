/** The code of a fault of the network, of TLS, of HTTP or of compression; undefined for any other error. */
export function faultCode(cause: unknown): string | undefined {
  if (!(cause instanceof Error)) return undefined;
  if (cause.name === 'TimeoutError') return 'TIMEOUT';
  const code = 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' && NETWORK_FAULT.test(code) ? code : undefined;
}

const NETWORK_FAULT =
  /^(?:E[A-Z]{3,}$|EAI_|HPE_|UND_ERR_(?!INVALID|NOT_SUPPORTED)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|ERR_TLS|ERR_SSL|ERR_STREAM_PREMATURE_CLOSE|Z_)/;

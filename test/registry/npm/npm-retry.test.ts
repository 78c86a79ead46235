import { describe, expect, it } from 'vitest';
import { nextTryMs, retryAfterMs } from '../../../src/registry/npm-retry.ts';

const status = (code: number, after?: number) =>
  ({ kind: 'status', status: code, retryAfterMs: after }) as const;
const connection = (code: string) => ({ kind: 'connection', code }) as const;

describe('the wait before asking again', () => {
  it('grows four times and is spread by half', () => {
    expect(nextTryMs(status(503), 1, 300, 0)).toBe(225);
    expect(nextTryMs(status(503), 1, 300, 0.5)).toBe(300);
    expect(nextTryMs(status(503), 2, 300, 0.5)).toBe(1200);
    expect(nextTryMs(status(503), 3, 300, 0.5)).toBeUndefined();
  });
  it('is as long as the registry asks, if that is short', () => {
    expect(nextTryMs(status(429, 5000), 1, 300, 0.5)).toBe(5000);
    expect(nextTryMs(status(429, 0), 1, 300, 0.5)).toBe(300);
    expect(nextTryMs(status(429, 60_000), 1, 300, 0.5)).toBeUndefined();
  });
  it.each([400, 401, 403, 404, 405, 409, 413, 501, 505])('is none for %i', (code) => {
    expect(nextTryMs(status(code), 1, 300, 0.5)).toBeUndefined();
  });
  it.each([
    'ENOTFOUND',
    'CERT_HAS_EXPIRED',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'TIMEOUT',
  ])('is none for %s, which stays', (code) =>
    expect(nextTryMs(connection(code), 1, 300, 0.5)).toBeUndefined(),
  );
  it.each([
    'ECONNRESET',
    'ECONNREFUSED',
    'EAI_AGAIN',
    'UND_ERR_SOCKET',
    'UND_ERR_HEADERS_TIMEOUT',
    'Z_BUF_ERROR',
  ])('is some for %s, which may pass', (code) => expect(nextTryMs(connection(code), 1, 300, 0.5)).toBe(300));
});

it('Retry-After is in seconds, or a date', () => {
  const nowMs = Date.UTC(2026, 0, 1, 0, 0, 0);
  expect(retryAfterMs('7', nowMs)).toBe(7000);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:09 GMT', nowMs)).toBe(9000);
  expect(retryAfterMs('Thu, 01 Jan 2020 00:00:09 GMT', nowMs)).toBe(0);
  expect(retryAfterMs('soon', nowMs)).toBeUndefined();
  expect(retryAfterMs(undefined, nowMs)).toBeUndefined();
});

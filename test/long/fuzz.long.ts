import { test } from 'vitest';
import { fuzzHttp, fuzzStdio, fuzzToolkit } from '../server/fuzz/fuzz-fronts.ts';

const LIMIT_MS = 3_600_000;
/** Another seed for another hundred thousand: `TOOLBASE_FUZZ_SEED=7 npm run test:long`. */
const SEED = Number(process.env['TOOLBASE_FUZZ_SEED'] ?? '1');

test('a hundred thousand hostile lines on standard input leave a server whole', {
  timeout: LIMIT_MS,
}, async () => {
  await fuzzStdio(await fuzzToolkit(), 100_000, SEED);
});

test('a hundred thousand hostile bodies over HTTP leave a server whole', { timeout: LIMIT_MS }, async () => {
  await fuzzHttp(await fuzzToolkit(), 100_000, SEED + 1_000_000);
});

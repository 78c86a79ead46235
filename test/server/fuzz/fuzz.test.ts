import { describe, it } from 'vitest';
import { fuzzHttp, fuzzStdio, fuzzToolkit } from './fuzz-fronts.ts';

describe('a server that is sent nonsense', () => {
  it('answers on standard output, goes on and ends cleanly: 4,000 lines', async () => {
    await fuzzStdio(await fuzzToolkit(), 4000, 20_261_129);
  }, 180_000);

  it('answers over HTTP, goes on and ends cleanly: 2,000 bodies', async () => {
    await fuzzHttp(await fuzzToolkit(), 2000, 20_261_130);
  }, 180_000);
});

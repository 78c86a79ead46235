import { test } from 'vitest';
import { soak } from './soak.ts';

test.skipIf(process.platform !== 'linux')(
  '60,000 calls of one server are all answered and logged, and its memory stays flat',
  { timeout: 300_000 },
  async () => soak(60_000, { live: 1, resident: 48 }),
);

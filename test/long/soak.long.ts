import { test } from 'vitest';
import { soak } from '../server/soak.ts';

test.skipIf(process.platform !== 'linux')(
  'a million calls of one server are all answered and logged, and its memory stays flat',
  { timeout: 3 * 3600_000 },
  async () => soak(1_000_000, { live: 1, resident: 24 }),
);

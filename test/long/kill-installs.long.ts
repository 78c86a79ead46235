import { test } from 'vitest';
import { killInstalls } from '../workflow/kill-installs.ts';

test('an install that is killed at any of two hundred points leaves whole toolkits', {
  timeout: 3_600_000,
}, async () => {
  await killInstalls(200);
});

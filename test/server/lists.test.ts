import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { completed } from '../../src/server/completion.ts';
import { pageOf } from '../../src/server/pages.ts';
import { mimeTypeOf, workspaceFileOf, workspaceUri } from '../../src/server/resources.ts';
import { routesOf } from '../../src/server/http/routes.ts';

test('pages put together are the list', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 40 }), fc.integer({ min: 1, max: 9 }), (list, size) => {
      const seen: number[] = [];
      let cursor: string | undefined;
      do {
        const page = pageOf(list, cursor, size)!;
        expect(page.items.length).toBeLessThanOrEqual(size);
        seen.push(...page.items);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(list);
    }),
  );
});

test.each(['', 'after-0', 'after-1', 'after-4', 'after-99', 'after-2x', '2', 'after--2', 'after-1e1'])(
  'the cursor %j was never given',
  (cursor) => {
    expect(pageOf([1, 2, 3, 4], cursor, 2)).toBeUndefined();
  },
);

test('a path comes back from its address', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1 }), (parts) => {
      const file = parts.join('/');
      expect(workspaceFileOf(workspaceUri(file))).toBe(file);
    }),
  );
  expect(workspaceFileOf('file:///etc/passwd')).toBeUndefined();
});

test('what is told of a file is by its ending', () => {
  expect(['a.CSV', 'b/c.json', 'no-ending', 'x.unknown'].map(mimeTypeOf)).toEqual([
    'text/csv',
    'application/json',
    'application/octet-stream',
    'application/octet-stream',
  ]);
});

test('completion is by the beginning, in any case, of at most a hundred', () => {
  expect(completed(['tree', 'Two-loop', 'one'], 'T')).toEqual({
    values: ['tree', 'Two-loop'],
    total: 2,
    hasMore: false,
  });
  const many = Array.from({ length: 150 }, (_, at) => `v${at}`);
  expect(completed(many, '')).toMatchObject({ total: 150, hasMore: true });
  expect(completed(many, '').values).toHaveLength(100);
});

test('one lock is served at /mcp and under its name, several each under its own', () => {
  expect(routesOf(['a/spectra.lock'])).toEqual([
    { name: 'spectra', lockFile: 'a/spectra.lock', paths: ['/mcp', '/spectra/mcp'] },
  ]);
  expect(routesOf(['a.lock', 'x/b.loadout.tgz', 'c.tar.gz']).map(({ paths }) => paths)).toEqual([
    ['/a/mcp'],
    ['/b/mcp'],
    ['/c/mcp'],
  ]);
  expect(routesOf(['my lock.lock']).map(({ paths }) => paths)).toEqual([['/mcp']]);
  for (const locks of [
    ['a.lock', 'x/a.lock'],
    ['a.lock', 'my lock.lock'],
    ['a.lock', '..lock'],
  ])
    expect(() => routesOf(locks)).toThrow(expect.objectContaining({ code: 'USAGE' }));
});

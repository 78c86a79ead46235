import { describe, expect, it } from 'vitest';
import { serverWords, statusError } from '../../../src/registry/npm-failure.ts';
import { followRedirect, refusedRedirect } from '../../../src/registry/npm-redirect.ts';
import { decodeSearchPage } from '../../../src/registry/npm-search.ts';
import { plain } from '../../../src/registry/plain-line.ts';

const at = new URL('https://a.example/npm/grid');

describe('a redirect', () => {
  it.each([
    ['/moved', 'https://a.example/moved'],
    ['moved', 'https://a.example/npm/moved'],
    ['//b.example/x', 'https://b.example/x'],
    ['https://b.example/x?signature=s', 'https://b.example/x?signature=s'],
  ])('to %s is followed', (location, target) => {
    expect(followRedirect(at, location, 0, 'lab').href).toBe(target);
  });
  it.each([['http://a.example/'], ['javascript:alert(1)'], ['data:,x'], [undefined]])(
    'to %s is not',
    (location) => {
      expect(() => followRedirect(at, location, 0, 'lab')).toThrow(
        expect.objectContaining({ code: 'BAD_REGISTRY' }) as Error,
      );
    },
  );
  it('is told without the signature in it', () => {
    expect(refusedRedirect(at, 'https://b.example/x?signature=s3cret', 'lab').message).not.toContain(
      's3cret',
    );
  });
});

describe('the words of a server', () => {
  it.each<[unknown, string | undefined]>([
    [{ error: 'no' }, 'no'],
    [{ reason: 'better', error: 'no' }, 'better'],
    [{ message: 'hello', error: 7 }, 'hello'],
    [{ error: '' }, undefined],
    ['no', undefined],
    [undefined, undefined],
    [{ error: 'tok/en+1= tok/en+1=' }, '*** ***'],
    [{ error: `a\u001b]0;x\u0007\r\nb` }, 'a ]0;x b'],
  ])('%j are %j', (body, words) => expect(serverWords(body, ['tok/en+1=', '']), '').toBe(words));
  it('are cut', () => expect(serverWords({ error: 'x'.repeat(9000) }, [])).toHaveLength(200));
});

it('a refusal says what was asked of whom, without query or fragment', () => {
  const asked = {
    registry: 'lab',
    url: new URL('https://a.example/x?token=s3cret'),
    purpose: 'publish grid 1.0.0',
  };
  const { message } = statusError(asked, { status: 413 }, true);
  expect(message).toContain('lab (https://a.example/x) answers 413');
  expect(message).toContain('publish grid 1.0.0');
  expect(message).not.toContain('s3cret');
});

describe('a page of search results', () => {
  it('has toolkits among packages', () => {
    const page = {
      objects: [
        {
          package: {
            name: 'grid',
            description: 'Integrates\n',
            keywords: ['toolbase-toolkit'],
            version: '1.0.0',
          },
        },
        { package: { name: 'other', keywords: ['grid'] } },
        { package: { name: 'bare' } },
        { package: { name: '../x', keywords: ['toolbase-toolkit'] } },
      ],
      total: 4,
    };
    expect(decodeSearchPage(page, 'lab')).toEqual([
      { name: 'grid', toolkit: { name: 'grid', description: 'Integrates' } },
      { name: 'other', toolkit: undefined },
      { name: 'bare', toolkit: undefined },
      { name: '../x', toolkit: undefined },
    ]);
  });
  it.each([[], {}, { objects: 7 }, { objects: [{}] }])('%j is none', (page) => {
    expect(() => decodeSearchPage(page, 'lab')).toThrow(
      expect.objectContaining({ code: 'BAD_REGISTRY' }) as Error,
    );
  });
});

it('a line for a terminal has no control characters and no tricks of direction', () => {
  expect(plain('a\u0000\u001b[2J\u200Fb\t\n c\u2028d', 100)).toBe('a [2J b c d');
  expect(plain('abc', 2)).toBe('ab');
  expect(plain(7, 2)).toBe('');
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nerfDart, npmAddress } from '../../../src/registry/npm-address.ts';
import {
  authorization,
  type Credential,
  credentialFor,
  credentialKey,
} from '../../../src/registry/npm-credentials.ts';

const bearer = (token: string): Credential => ({ kind: 'bearer', token });
const chosen = (target: string, registry: string, ...keys: string[]) => {
  const table = new Map(keys.map((key) => [key, bearer(key)]));
  const credential = credentialFor(new URL(target), new URL(registry), table);
  return credential?.kind === 'bearer' ? credential.token : undefined;
};

describe('a credential is chosen', () => {
  it.each<[string, string, string, string[], string | undefined]>([
    ['for the registry itself', 'https://a.example/', 'https://a.example/', ['//a.example/'], '//a.example/'],
    [
      'below its path',
      'https://a.example/npm/grid',
      'https://a.example/npm/',
      ['//a.example/npm/'],
      '//a.example/npm/',
    ],
    [
      'by the longest path',
      'https://a.example/n/b/grid',
      'https://a.example/n/b/',
      ['//a.example/', '//a.example/n/b/', '//a.example/n/'],
      '//a.example/n/b/',
    ],
    [
      'not beside its path',
      'https://a.example/npm2/grid',
      'https://a.example/npm2/',
      ['//a.example/npm/'],
      undefined,
    ],
    ['not above its path', 'https://a.example/grid', 'https://a.example/', ['//a.example/npm/'], undefined],
    [
      'not through dots',
      'https://a.example/npm/../grid',
      'https://a.example/',
      ['//a.example/npm/'],
      undefined,
    ],
    ['not for a subdomain', 'https://x.a.example/', 'https://x.a.example/', ['//a.example/'], undefined],
    [
      'not for a longer name',
      'https://a.example.evil/',
      'https://a.example.evil/',
      ['//a.example/'],
      undefined,
    ],
    [
      'not for another port',
      'https://a.example:8443/',
      'https://a.example:8443/',
      ['//a.example/'],
      undefined,
    ],
    ['not over another scheme', 'http://a.example/', 'https://a.example/', ['//a.example/'], undefined],
    [
      'not for another registry',
      'https://b.example/',
      'https://a.example/',
      ['//a.example/', '//b.example/'],
      undefined,
    ],
  ])('%s', (_what, target, registry, keys, expected) => {
    expect(chosen(target, registry, ...keys)).toBe(expected);
  });

  it('only when origin and whole leading path segments agree', () => {
    const segments = fc.array(fc.constantFrom('a', 'b', 'ab', '%2f'), { maxLength: 3 });
    const origin = fc.constantFrom(
      'https://a.example',
      'https://a.example:81',
      'http://a.example',
      'https://b.example',
    );
    const address = fc
      .tuple(origin, segments)
      .map(([at, parts]) => `${at}/${parts.map((part) => `${part}/`).join('')}`);
    fc.assert(
      fc.property(address, address, address, (target, registry, owner) => {
        const key = nerfDart(new URL(owner));
        const expected =
          new URL(target).origin === new URL(registry).origin &&
          `//${target.split('://')[1]}`.startsWith(key);
        expect(chosen(target, registry, key)).toBe(expected ? key : undefined);
      }),
    );
  });
});

describe('a key of credentials', () => {
  it.each<[string, string | undefined]>([
    ['//A.Example', '//a.example/'],
    ['//a.example:4873/npm/Lab', '//a.example:4873/npm/Lab/'],
    ['//', undefined],
    ['a.example/', undefined],
    ['https://a.example/', undefined],
  ])('%s', (written, key) => expect(credentialKey(written)).toBe(key));
});

it('a credential that is empty or no header is not sent', () => {
  const registry = new URL('https://a.example/');
  for (const token of ['', 'a b', 'a\nb', 'é'])
    expect(() => authorization(bearer(token), registry)).toThrow(
      expect.objectContaining({ code: 'BAD_SETTINGS' }) as Error,
    );
});

describe('the address of a registry', () => {
  it('ends in a slash', () =>
    expect(npmAddress('https://a.example/npm', 'x').href).toBe('https://a.example/npm/'));
  it.each([
    '',
    'a.example',
    'file:///x',
    'ftp://a.example/',
    'https://u@a.example/',
    'https://a.example/?x=1',
    'https://a.example/#x',
  ])('%j is refused', (text) =>
    expect(() => npmAddress(text, 'x')).toThrow(expect.objectContaining({ code: 'BAD_SETTINGS' }) as Error),
  );
});

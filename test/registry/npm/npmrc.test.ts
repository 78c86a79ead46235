import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EMPTY_NPMRC, parseNpmrc } from '../../../src/registry/index.ts';
import { readNpmrc } from '../../../src/registry/io/index.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const credentials = (text: string, env: Record<string, string> = {}) =>
  Object.fromEntries(parseNpmrc(text, env).credentials);

describe('an .npmrc', () => {
  it('gives tokens by the address they belong to', () => {
    expect(
      credentials(`
; a comment
# another
//npm.lab.example/:_authToken=tok-1
//npm.lab.example/group/sub/:_authToken = "tok;2"
  //NPM.other.example:4873:_authToken=tok-3 ; said aside
//[::1]:4873/:_authToken=tok-4
`),
    ).toEqual({
      '//npm.lab.example/': { kind: 'bearer', token: 'tok-1' },
      '//npm.lab.example/group/sub/': { kind: 'bearer', token: 'tok;2' },
      '//npm.other.example:4873/': { kind: 'bearer', token: 'tok-3' },
      '//[::1]:4873/': { kind: 'bearer', token: 'tok-4' },
    });
  });

  it('gives names and passwords, apart or in one', () => {
    expect(
      credentials(`
//a.example/:username=ann
//a.example/:_password=${base64('pa:ss')}
//b.example/:_auth=${base64('bob:word')}
//c.example/:username=carol
`),
    ).toEqual({
      '//a.example/': { kind: 'basic', encoded: base64('ann:pa:ss') },
      '//b.example/': { kind: 'basic', encoded: base64('bob:word') },
    });
  });

  it('takes a token before a password', () => {
    const text = `//a.example/:_auth=${base64('a:b')}\n//a.example/:_authToken=tok`;
    expect(credentials(text)).toEqual({ '//a.example/': { kind: 'bearer', token: 'tok' } });
  });

  it('takes variables from the environment, also in keys', () => {
    const env = { NPM_TOKEN: 'tok', LAB_HOST: 'a.example', EMPTY: '' };
    const read = (text: string) => credentials(text, env);
    expect(read('//${LAB_HOST}/:_authToken=${NPM_TOKEN}')).toEqual({
      '//a.example/': { kind: 'bearer', token: 'tok' },
    });
    expect(read('//a.example/:_authToken=x${NPM_TOKEN}y${GONE?}')).toEqual({
      '//a.example/': { kind: 'bearer', token: 'xtoky' },
    });
    expect(read('//a.example/:_authToken=${GONE}')).toEqual({
      '//a.example/': { kind: 'unset', variable: 'GONE' },
    });
  });

  it('does not take a variable behind a backslash', () => {
    const read = (text: string) => parseNpmrc(`proxy=${text}`, { A: 'x' }).proxy;
    expect(read(String.raw`'\${A}'`)).toBe('${A}');
    expect(read('${A}')).toBe('x');
  });

  it('has no credential that belongs to no address', () => {
    expect(credentials(`_authToken=tok\n_auth=abc\n//:_authToken=x\nhttp://a.example/:_authToken=y`)).toEqual(
      {},
    );
  });

  it('cannot reach beyond its own entries', () => {
    expect(credentials('__proto__=x\n[__proto__]\npolluted=1\n//a.example/:_authToken=tok')).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it('names scopes, proxies and authorities', () => {
    const npmrc = parseNpmrc(
      `
@lab:registry=http://npm.lab.example/
@lab:other=x
proxy=http://p.example:1
https-proxy=http://p.example:2
noproxy=a.example,b.example
ca[]="-----A-----"
ca[]="-----B\\n-----"
cafile=/etc/lab.pem
strict-ssl=false
`,
      {},
    );
    expect(npmrc).toEqual({
      credentials: new Map(),
      scopes: new Map([['@lab', 'http://npm.lab.example/']]),
      proxy: 'http://p.example:1',
      httpsProxy: 'http://p.example:2',
      noProxy: 'a.example,b.example',
      ca: '-----A-----\n-----B\n-----',
      caFile: '/etc/lab.pem',
    });
  });

  it('takes every host that is asked directly, in either spelling', () => {
    expect(parseNpmrc('noproxy[]=a.example\nnoproxy[]=b.example', {}).noProxy).toBe('a.example,b.example');
  });

  it('may be empty', () => {
    expect(parseNpmrc('', {})).toEqual(EMPTY_NPMRC);
  });
});

describe('the .npmrc of a user', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'toolbase-npmrc-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  it('is in the home, or where npm is told', async () => {
    writeFileSync(path.join(home, '.npmrc'), '@lab:registry=http://a.example/');
    writeFileSync(path.join(home, 'other'), '@lab:registry=http://b.example/');
    expect((await readNpmrc({ HOME: home })).scopes.get('@lab')).toBe('http://a.example/');
    const told = { HOME: home, NPM_CONFIG_USERCONFIG: path.join(home, 'other') };
    expect((await readNpmrc(told)).scopes.get('@lab')).toBe('http://b.example/');
  });

  it('need not be there', async () => {
    expect(await readNpmrc({ HOME: home })).toEqual(EMPTY_NPMRC);
    expect(await readNpmrc({})).toEqual(EMPTY_NPMRC);
  });

  it('has its file of authorities read', async () => {
    mkdirSync(path.join(home, 'certs'));
    writeFileSync(path.join(home, 'certs', 'lab.pem'), '-----LAB-----');
    writeFileSync(path.join(home, '.npmrc'), 'cafile=~/certs/lab.pem');
    expect((await readNpmrc({ HOME: home })).ca).toBe('-----LAB-----');
    writeFileSync(path.join(home, '.npmrc'), 'cafile=certs/gone.pem');
    await expect(readNpmrc({ HOME: home })).rejects.toMatchObject({ code: 'BAD_SETTINGS', exitStatus: 2 });
  });
});

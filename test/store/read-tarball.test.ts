import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { buildTarball, readTarball, TARBALL_LIMITS } from '../../src/store/index.ts';
import { isToolbaseError } from '../../src/kernel/index.ts';
import { END, gzipped, paxRecord, rawEntry, rawTarball } from './raw-tar.ts';

function refusal(tarball: Uint8Array, limits = TARBALL_LIMITS): string {
  try {
    readTarball(tarball, 'x.tgz', limits);
  } catch (fault) {
    if (isToolbaseError(fault)) return `${fault.code} ${fault.message}`;
    throw fault;
  }
  return 'accepted';
}

const file = (name: string) => rawTarball({ name: `package/${name}`, body: 'x' });

describe('an archive that another tool made', () => {
  it('is read: folders, owner bits and old-style file flags mean nothing more than they say', () => {
    const tarball = rawTarball(
      { name: 'package/', type: '5', mode: 0o755 },
      { name: 'package/bin/', type: '5', mode: 0o755 },
      { name: 'package/bin/run', mode: 0o750, body: 'x' },
      { name: 'package/a', mode: 0o600, type: '\0', body: 'y' },
    );
    expect(readTarball(tarball, 'x.tgz')).toEqual([
      { path: 'a', mode: 0o644, bytes: Buffer.from('y') },
      { path: 'bin/run', mode: 0o755, bytes: Buffer.from('x') },
    ]);
  });

  it('may carry the gzip header fields of any packer', () => {
    const plain = buildTarball([{ path: 'a', mode: 0o644, bytes: Buffer.from('b') }]);
    const named = Buffer.concat([
      plain.subarray(0, 3),
      Buffer.from([8]),
      plain.subarray(4, 10),
      Buffer.from('n\0'),
      plain.subarray(10),
    ]);
    expect(readTarball(named, 'x.tgz')).toHaveLength(1);
  });
});

describe('a path that leads elsewhere is refused, naming the entry', () => {
  it.each([
    ['parent', '../evil', 'BAD_ARCHIVE x.tgz: entry "../evil" leaves the toolkit by ".."'],
    ['parent inside', 'a/../../evil', 'entry "a/../../evil" leaves'],
    ['drive letter', 'C:/evil', 'entry "C:/evil" has a drive letter'],
    ['alternate stream', 'a.txt:evil', 'drive letter'],
    ['backslash', 'a\\b', 'has a backslash'],
    ['UNC', '\\\\host\\share', 'has a backslash'],
    ['absolute after the root', '/etc/passwd', 'is absolute'],
    ['escape character', 'a\u001b[31m', 'control or invisible'],
    ['line feed', 'a\nb', 'control or invisible'],
    ['delete', 'a\u007f', 'control or invisible'],
    ['dot part', './a', 'empty, too long'],
    ['empty part', 'a//b', 'empty, too long'],
    ['trailing dot', 'a./b', 'ends in a dot or a space'],
    ['trailing space', 'a ', 'ends in a dot or a space'],
    ['device', 'NUL', 'device name'],
    ['device with extension', 'x/com1.txt', 'device name'],
    ['wildcard', 'a*b', 'one of <'],
  ])('%s', (_kind, name, message) => {
    expect(refusal(file(name))).toContain(message);
  });

  it.each([
    ['outside the package folder', 'evil', 'outside the folder package/'],
    ['absolute', '/package/evil', 'outside the folder package/'],
    ['parent first', '../package/evil', 'outside the folder package/'],
  ])('%s', (_kind, name, message) => {
    expect(refusal(rawTarball({ name, body: 'x' }))).toContain(message);
  });

  it('invisible characters, bytes that are not UTF-8, decomposed letters', () => {
    const utf8 = (text: string) => Buffer.from(text).toString('latin1');
    expect(refusal(file(utf8('a\u200bb')))).toContain('invisible');
    expect(refusal(file(utf8('a\u202eb')))).toContain('invisible');
    expect(refusal(file('a\xffb'))).toContain('not UTF-8');
    expect(refusal(file(utf8('e\u0301')))).toContain('normal form C');
  });

  it('longer than file systems take', () => {
    const deep = Array.from({ length: 30 }, () => 'abcdefgh').join('/');
    expect(() => buildTarball([{ path: deep, mode: 0o644, bytes: Buffer.from('') }])).toThrow(/too long/);
    expect(() => buildTarball([{ path: '\u4e2d'.repeat(100), mode: 0o644, bytes: Buffer.from('') }])).toThrow(
      /255 bytes/,
    );
  });
});

describe('what is not a plain file is refused', () => {
  it.each([
    ['hard link', '1', 'a hard link'],
    ['symbolic link', '2', 'a symbolic link'],
    ['character device', '3', 'a device'],
    ['block device', '4', 'a device'],
    ['FIFO', '6', 'a FIFO'],
    ['contiguous file', '7', 'a contiguous file'],
    ['GNU long name', 'L', 'a GNU long name'],
    ['GNU long link', 'K', 'a GNU long link'],
    ['GNU sparse file', 'S', 'a sparse file'],
    ['global pax header', 'g', 'a global pax header'],
    ['anything else', 'Z', 'of an unknown kind'],
  ])('%s', (_kind, type, words) => {
    expect(refusal(rawTarball({ name: 'package/a', type, link: '/etc/passwd' }))).toBe(
      `BAD_ARCHIVE x.tgz: entry "package/a" is ${words}`,
    );
  });

  it('a link followed by a file through it', () => {
    const tarball = rawTarball(
      { name: 'package/a', type: '2', link: '/etc' },
      { name: 'package/a/b', body: 'x' },
    );
    expect(refusal(tarball)).toContain('a symbolic link');
  });

  it('setuid, setgid and sticky files', () => {
    for (const mode of [0o4755, 0o2755, 0o1755])
      expect(refusal(rawTarball({ name: 'package/a', mode }))).toContain('setuid');
  });
});

describe('names that one file system takes for one are refused', () => {
  const pair = (a: string, b: string) =>
    refusal(rawTarball({ name: `package/${a}`, body: '1' }, { name: `package/${b}`, body: '2' }));
  const utf8 = (text: string) => Buffer.from(text).toString('latin1');

  it('twice the same', () => expect(pair('a', 'a')).toContain('"a" occurs twice'));
  it('by case', () => expect(pair('Read.me', 'README'.replace('ME', '.ME'))).toContain('ignores case'));
  it('by case of a folder', () => expect(pair('Src/a', 'src/b')).toContain('ignores case'));
  it('by case folding beyond one letter', () =>
    expect(pair(utf8('stra\u00dfe'), 'strasse')).toContain('ignores case'));
  it('by Unicode compatibility', () => expect(pair(utf8('\ufb01t'), 'fit')).toContain('Unicode form'));
  it('a file, then a folder', () => expect(pair('a', 'a/b')).toContain('both a file and a folder'));
  it('a folder, then a file', () => expect(pair('a/b', 'a')).toContain('both a file and a folder'));
  it('a folder entry, then a file', () => {
    const tarball = rawTarball({ name: 'package/a/', type: '5' }, { name: 'package/a', body: 'x' });
    expect(refusal(tarball)).toContain('both a file and a folder');
  });
});

describe('a header that readers understand differently is refused', () => {
  const pax = (records: string, name = 'package/a') =>
    refusal(
      gzipped(rawEntry({ name: 'PaxHeader', type: 'x', body: records }), rawEntry({ name, body: 'x' }), END),
    );

  it('a pax path that renames the entry', () => {
    expect(pax(paxRecord('path', 'package/b'))).toContain('"package/a" is renamed to "package/b"');
    expect(pax(paxRecord('path', '../b'))).toContain('renamed');
  });
  it('a pax path equal to the name is harmless', () =>
    expect(pax(paxRecord('path', 'package/a'))).toBe('accepted'));
  it('a pax time is harmless', () => expect(pax(paxRecord('mtime', '1.5'))).toBe('accepted'));
  it('a pax size', () => expect(pax(paxRecord('size', '0'))).toContain('sets "size"'));
  it('a pax link', () => expect(pax(paxRecord('linkpath', '/etc/passwd'))).toContain('sets "linkpath"'));
  it('a pax sparse map', () => expect(pax(paxRecord('GNU.sparse.name', 'b'))).toContain('GNU.sparse.name'));
  it('a pax path given twice', () =>
    expect(pax(paxRecord('path', 'package/a') + paxRecord('path', 'package/a'))).toContain('twice'));
  it('pax records of wrong length', () => {
    for (const records of [
      '99 path=package/a\n',
      '5 path=package/a\n',
      'path=package/a\n',
      '18 path=package/a ',
      '0 x=y\n',
    ])
      expect(pax(records)).toContain('malformed');
  });
  it('two pax headers in a row, or one at the end', () => {
    const header = rawEntry({ name: 'PaxHeader', type: 'x', body: paxRecord('mtime', '1') });
    expect(refusal(gzipped(header, header, rawEntry({ name: 'package/a' }), END))).toContain('in a row');
    expect(refusal(gzipped(header, END))).toContain('ends with a pax header');
  });
  it('a size in base 256 beyond every integer', () => {
    const size = '\x80\0\0\0\x40\0\0\0\0\0\0\0';
    expect(refusal(rawTarball({ name: 'package/a', body: 'x', size }))).toContain('BAD_ARCHIVE');
  });

  it('sizes in base 256, negative, with text', () => {
    for (const size of ['\x80\0\0\0\0\0\0\0\0\0\0\x01', '-0000000001\0', '00000000001x'])
      expect(refusal(rawTarball({ name: 'package/a', body: 'x', size }))).toContain('no plain size');
  });
  it('a folder with contents, a file named like a folder', () => {
    expect(refusal(rawTarball({ name: 'package/a/', type: '5', body: 'x' }))).toContain('with contents');
    expect(refusal(rawTarball({ name: 'package/a/', body: 'x' }))).toContain('named like a folder');
  });
  it('GNU and pre-POSIX headers', () => {
    for (const magic of ['ustar  \0', '\0\0\0\0\0\0\0\0'])
      expect(refusal(rawTarball({ name: 'package/a', magic }))).toContain('no POSIX ustar header');
  });
  it('a wrong checksum', () =>
    expect(refusal(rawTarball({ name: 'package/a', checksum: 1 }))).toContain('damaged header'));
});

describe('an archive is bounded', () => {
  it('by its total size', () => {
    const tarball = rawTarball({ name: 'package/a', body: Buffer.alloc(5000, 1) });
    expect(refusal(tarball, { ...TARBALL_LIMITS, maxTotalBytes: 4096 })).toContain(
      'expands to more than 4096',
    );
  });
  it('by its ratio, so that a small bomb is not unpacked', () => {
    const bomb = gzipSync(Buffer.alloc(40 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(50_000);
    expect(refusal(bomb)).toContain('expands to more than 16777216 bytes');
  });
  it('by its number of entries', () => {
    const many = rawTarball(...['a', 'b', 'c'].map((name) => ({ name: `package/${name}` })));
    expect(refusal(many, { ...TARBALL_LIMITS, maxEntries: 2 })).toContain('more than 2 entries');
    expect(refusal(many, { ...TARBALL_LIMITS, maxEntries: 3 })).toBe('accepted');
  });
});

describe('a damaged archive is refused', () => {
  const sound = rawTarball({ name: 'package/a', body: 'x'.repeat(3000) });
  const whole = [rawEntry({ name: 'package/a', body: 'x' }), END];

  it('cut anywhere', () => {
    for (let length = 0; length < sound.length; length += 1)
      expect(refusal(sound.subarray(0, length))).toMatch(/truncated|not a gzip archive/);
  });
  it('cut inside the tar', () => {
    expect(refusal(gzipped(whole[0]!.subarray(0, 700)))).toContain('truncated');
    expect(refusal(gzipped(whole[0]!))).toContain('truncated');
    expect(refusal(gzipped(whole[0]!, END.subarray(512)))).toContain('truncated');
  });
  it('followed by bytes, zeros or another member', () => {
    for (const tail of [Buffer.from('x'), Buffer.alloc(8), sound])
      expect(refusal(Buffer.concat([sound, tail]))).toContain('bytes after the end');
  });
  it('with an entry after the end of the tar', () => {
    expect(refusal(gzipped(...whole, rawEntry({ name: 'package/b' })))).toContain('bytes after its end');
  });
  it('zeros that pad the tar are sound', () => {
    expect(refusal(gzipped(...whole, Buffer.alloc(8192)))).toBe('accepted');
  });
  it('with any single bit of the checksum changed', () => {
    for (let bit = 0; bit < 64; bit += 1) {
      const copy = Buffer.from(sound);
      const at = copy.length - 8 + Math.floor(bit / 8);
      copy[at] = copy[at]! ^ (1 << (bit % 8));
      expect(refusal(copy)).toContain('checksum differs');
    }
  });
  it('that is a web page, or empty', () => {
    expect(refusal(Buffer.from('<!doctype html>'))).toContain('not a gzip archive');
    expect(refusal(Buffer.from(''))).toContain('not a gzip archive');
  });
});

import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/kernel/index.ts';
import { approvedBy, decodeLock, encodeLock, type Lock, withApprovals } from '../../src/lockfile/index.ts';
import { lockOf, type Published, widthOperation } from './diff/locks.ts';

const host = { kind: 'mcp', command: 'node', args: ['server.mjs'], env: {} };
const DIFF = sha256('a diff');

const wrapped = (description: string, more: Published = {}) =>
  lockOf({ tree: 'files', fields: { host, operations: [widthOperation({ description })] }, ...more });

const shown = (lock: Lock) =>
  Object.values(lock.operations).map(({ tool, ownDescription, approvedDiff }) => [
    tool.name,
    tool.description,
    ownDescription,
    approvedDiff,
  ]);

/** A lock in which other words than those of the files were approved. */
const live = wrapped('As published now.');
const approved = approvedBy(live, DIFF, new Set(Object.values(live.operations).map(({ tool }) => tool.name)));

describe('an approval', () => {
  it('is part of the lock, which stays sound', () => {
    expect(shown(approved)).toEqual([['grid__Width', 'As published now.', undefined, DIFF]]);
    expect(approved.interfaceDigest).toBe(live.interfaceDigest);
    expect(approved.lockDigest).not.toBe(live.lockDigest);
    expect(decodeLock(encodeLock(approved), 'x.lock')).toEqual(approved);
  });

  it('is kept when the same files are locked again', () => {
    expect(withApprovals(wrapped('As packed.'), approved)).toEqual(approved);
  });

  it('is dropped with the files that it was given for', () => {
    const next = wrapped('As packed.', {
      version: '1.0.1',
      tree: 'other files',
    });
    expect(withApprovals(next, approved)).toBe(next);
  });

  it('is of the operation, whatever the loadout calls it', () => {
    const renamed = wrapped('As packed.', { request: '{version: "*", as: g}' });
    expect(shown(withApprovals(renamed, approved))).toEqual([
      ['g__Width', 'As published now.', undefined, DIFF],
    ]);
  });

  it('leaves the words of the loadout over it', () => {
    const reworded = wrapped('As packed.', {
      request: '{version: "*", reword: {Width: {description: "As the loadout says."}}}',
    });
    expect(shown(withApprovals(reworded, approved))).toEqual([
      ['grid__Width', 'As the loadout says.', 'As published now.', DIFF],
    ]);
    const both = withApprovals(reworded, approved);
    expect(withApprovals(wrapped('As packed.'), both)).toEqual(approved);
  });
});

import { describe, expect, it } from 'vitest';
import { ERROR_CODES, isToolbaseError, reportOf, ToolbaseError } from '../../src/kernel/index.ts';

describe('error codes', () => {
  it('fix these exit statuses, which scripts rely on', () => {
    const byStatus = (status: number) =>
      Object.entries(ERROR_CODES)
        .filter(([, s]) => s === status)
        .map(([code]) => code)
        .sort();
    expect(byStatus(1)).toEqual([
      'CHECK_FAILED',
      'HOST_DRIFT',
      'INTERFACE_CHANGED',
      'LOCK_STALE',
      'STORE_CHANGED',
    ]);
    expect(byStatus(3)).toEqual([
      'CANCELLED',
      'ENVIRONMENT_FAILED',
      'EXTERNAL_MISSING',
      'HOST_FAILED',
      'HOST_TIMEOUT',
      'NOT_INSTALLED',
      'NOT_WRITABLE',
      'NO_HOME',
      'PLATFORM',
      'PORT_UNAVAILABLE',
      'REGISTRY_DENIED',
      'REGISTRY_UNAVAILABLE',
      'SETTING_MISSING',
    ]);
    expect(byStatus(70)).toEqual(['BAD_RESULT', 'INTERNAL', 'OPERATION_CRASHED']);
    expect(byStatus(2).length).toBe(Object.keys(ERROR_CODES).length - 21);
  });

  it('are carried with message and hint, without a stack', () => {
    const error = new ToolbaseError('NOT_FOUND', 'x.yaml does not exist', { hint: 'Create it.' });
    expect(error.report()).toEqual({
      code: 'NOT_FOUND',
      message: 'x.yaml does not exist',
      hint: 'Create it.',
    });
    expect(error.exitStatus).toBe(2);
  });

  it('mark anything else as our own fault', () => {
    expect(reportOf(new TypeError('boom'))).toMatchObject({ code: 'INTERNAL', message: 'boom' });
  });

  it('are recognised across bundled copies of the class', () => {
    class Foreign extends Error {}
    const foreign = Object.assign(new Foreign('elsewhere'), { code: 'NOT_FOUND' });
    expect(isToolbaseError(foreign)).toBe(false);
    Object.defineProperty(foreign, Symbol.for('toolbase.error'), { value: true });
    expect(isToolbaseError(foreign)).toBe(true);
  });
});

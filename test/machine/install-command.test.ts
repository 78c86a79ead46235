import { describe, expect, it } from 'vitest';
import { installCommand, managersInOrder } from '../../src/machine/index.ts';

const ALL = { apt: 'form', brew: 'form-brew', pip: 'form==4.3', conda: 'conda-forge::form' };

describe('the command that installs a program', () => {
  it.each([
    ['apt', true, 'sudo apt-get install -y form'],
    ['apt', false, 'apt-get install -y form'],
    ['brew', true, 'brew install form-brew'],
    ['pip', true, 'python3 -m pip install form==4.3'],
    ['conda', true, 'conda install -y conda-forge::form'],
    ['dnf', true, undefined],
  ] as const)('with %s (sudo: %s) is %s', (manager, needsSudo, expected) => {
    expect(installCommand(ALL, { managers: [manager], needsSudo })).toBe(expected);
  });

  it('is that of the first manager for which the toolkit names a package', () => {
    const install = { brew: 'form', pip: 'form' };
    expect(installCommand(install, { managers: ['apt', 'pip', 'brew'], needsSudo: false })).toBe(
      'python3 -m pip install form',
    );
  });

  it('takes no names that a shell or an option parser would read as more', () => {
    for (const name of [
      'form; rm -rf ~',
      '$(id)',
      '--index-url=x form',
      'form`id`',
      'git+https://x/y',
      'a\nb|c',
      '',
    ])
      expect(installCommand({ pip: name }, { managers: ['pip'], needsSudo: false })).toBeUndefined();
  });
});

it('managers are those whose program is there, the one of the system first', () => {
  const programs = new Set(['dnf', 'apt-get', 'brew', 'npm']);
  expect(managersInOrder(programs, 'fedora')).toEqual(['dnf', 'apt', 'brew', 'npm']);
  expect(managersInOrder(programs, 'ubuntu debian')).toEqual(['apt', 'dnf', 'brew', 'npm']);
  expect(managersInOrder(new Set(['brew']), '')).toEqual(['brew']);
});

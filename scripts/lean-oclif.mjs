// oclif as the commands of one word need it.
import path from 'node:path';

/** Commands of one word are found without oclif, and whoever asks for help goes another way: of oclif they need what parses
 * and runs a command. All of it would take a fifth of the time in which such a command ends: its configuration looks for
 * plugins, topics, hooks and themes, and its parts bring spinners, templates and globs.
 * @type {import('esbuild').Plugin} */
export const leanOclif = {
  name: 'lean-oclif',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@oclif\/core$/ }, () => ({ path: 'index', namespace: 'lean-oclif' }));
    onResolve({ filter: /^(ejs$|\.)/ }, ({ importer, path: name }) => {
      const [, inside] = importer.split(path.normalize('@oclif/core/lib/'));
      const stub = inside === undefined ? undefined : STUBS[path.join(path.dirname(inside), name)];
      return stub === undefined ? undefined : { path: stub, namespace: 'lean-oclif' };
    });
    onLoad({ filter: /.*/, namespace: 'lean-oclif' }, ({ path: name }) => ({
      contents: CONTENTS[name],
      resolveDir: import.meta.dirname,
    }));
  },
};

/** Modules of oclif, and what stands in their place. @type {Record<string, string>} */
const STUBS = {
  config: 'config',
  help: 'nothing',
  'help/index': 'nothing',
  'help/ejs': 'nothing',
  'ux/action/simple': 'nothing',
  'ux/action/spinner': 'nothing',
};

/** @type {Record<string, string>} */
const CONTENTS = {
  index: `
export { Command } from '@oclif/core/command';
export * as Args from '@oclif/core/args';
export * as Errors from '@oclif/core/errors';
export * as Flags from '@oclif/core/flags';
export { flush } from '@oclif/core/flush';`,
  // What a command asks of its configuration while it parses and runs.
  config: `
const scoped = (name) => 'TOOLBASE_' + name;
const config = {
  bin: 'toolbase',
  topicSeparator: ':',
  scopedEnvVar: (name) => process.env[scoped(name)],
  scopedEnvVarKeys: (name) => [scoped(name)],
  runHook: () => Promise.resolve({ successes: [], failures: [] }),
};
exports.Config = { load: () => Promise.resolve(config) };`,
  // One of them is made while oclif is loaded, and then not used.
  nothing: 'module.exports = class {};',
};

// Publishes versions of one toolkit in a directory registry, as soon as a line comes in on standard input.
// Arguments: the registry's directory, then versions.
import { once } from 'node:events';
import { parseWith, ToolkitName, Version } from '../../src/kernel/index.ts';
import { openWritableDirectory } from '../../src/registry/io/index.ts';

const [, , directory = '', ...versions] = process.argv;
const registry = openWritableDirectory({ name: 'local', directory, mustExist: false });
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const outcomes: string[] = [];
for (const text of versions) {
  const version = parseWith(Version, text, 'argument', 'USAGE');
  const name = parseWith(ToolkitName, '@lab/grid', 'argument', 'USAGE');
  const tarball = Buffer.from(`bytes of ${version}`);
  outcomes.push((await registry.publish({ name, version, tarball, toolkitDependencies: {} })).outcome);
}
process.stdout.write(`${outcomes.join(' ')}\n`);
process.exit(0);

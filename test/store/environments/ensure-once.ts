// Builds an environment as soon as a line comes in on standard input, tells its stages, and says where it is.
import { once } from 'node:events';
import { EnvironmentDeclaration } from '../../../src/manifest/index.ts';
import { openEnvironments } from '../../../src/store/io/index.ts';

const [store = '', treeFolder = '', declaration = ''] = process.argv.slice(2);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const { root } = await openEnvironments(store, { env: process.env }).ensure(
  { label: 'environment py', treeFolder, declaration: EnvironmentDeclaration.parse(JSON.parse(declaration)) },
  { onEvent: ({ stage, line }) => (line === undefined ? process.stdout.write(`${stage}\n`) : undefined) },
);
process.stdout.write(`${root}\n`);
process.exit(0);

// Installs a lock as soon as a line comes in on standard input. Arguments: the store's folder, the registry's, the lock.
import { once } from 'node:events';
import { readLock } from '../../src/lockfile/io/index.ts';
import { openDirectoryRegistry } from '../../src/registry/io/index.ts';
import { openEnvironments, openStore } from '../../src/store/io/index.ts';
import { install } from '../../src/workflow/io/index.ts';

const [storeDir = '', directory = '', lockFile = ''] = process.argv.slice(2);
const lock = await readLock(lockFile);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
await install(lock, {
  store: openStore(storeDir),
  environments: openEnvironments(storeDir, { env: process.env }),
  registries: [openDirectoryRegistry({ name: 'local', directory, mustExist: true })],
});
process.exit(0);

// Installs a lock and removes it again until it is killed. Arguments: the store's folder, the registry's, the lock.
import { readLock } from '../../src/lockfile/io/index.ts';
import { openDirectoryRegistry } from '../../src/registry/io/index.ts';
import { openEnvironments, openStore } from '../../src/store/io/index.ts';
import { install } from '../../src/workflow/io/index.ts';

const [storeDir = '', directory = '', lockFile = ''] = process.argv.slice(2);
const store = openStore(storeDir);
const environments = openEnvironments(storeDir, { env: process.env });
const registries = [openDirectoryRegistry({ name: 'local', directory, mustExist: true })];
const lock = await readLock(lockFile);
process.stdout.write('ready\n');
for (;;) {
  await install(lock, { store, environments, registries });
  for (const { treeDigest } of Object.values(lock.toolkits)) await store.remove(treeDigest);
}

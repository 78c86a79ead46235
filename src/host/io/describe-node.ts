import { mkdtemp, realpath, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ToolbaseError } from '../../kernel/index.ts';
import type { OperationDescription } from '../../manifest/index.ts';
import { hostFailed } from '../host-end.ts';
import { hostEnvironment } from '../host-environment.ts';
import { HOST_PROTOCOL_VERSION } from '../protocol.ts';
import { startHostProcess } from './host-process.ts';
import { locateNodeHost } from './locate-node-host.ts';
import { createNodeLink, type NodeLink } from './node-link.ts';
import { probeContainment } from './probe-containment.ts';

const DESCRIBE_TIMEOUT_MS = 30_000;

/** Starts a `node` toolkit's bundled entry module as a host in an empty workspace, and asks for its operations.
 * @param entry absolute path of the module
 * @throws ToolbaseError BAD_MANIFEST, BAD_SCHEMA, HOST_FAILED, HOST_TIMEOUT */
export async function describeNodeToolkit(entry: string): Promise<readonly OperationDescription[]> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'toolbase-describe-')));
  try {
    const host = startHostProcess({
      program: { command: process.execPath, args: [locateNodeHost()] },
      environment: hostEnvironment(process.env),
      workspace: folder,
      containment: await probeContainment(),
      protocol: 'fd3',
    });
    const link = createNodeLink(host, async () =>
      hostFailed(path.basename(entry), await host.ended, host.logs.lines(), folder),
    );
    try {
      return await Promise.race([ask(link, entry, folder), tooSlow(entry, host.ended)]);
    } finally {
      host.signal('SIGKILL');
      await host.ended;
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function ask(link: NodeLink, entry: string, folder: string): Promise<readonly OperationDescription[]> {
  await link.hello({
    protocolVersion: HOST_PROTOCOL_VERSION,
    toolkit: { name: path.basename(entry), version: '0.0.0' },
    entry,
    workspace: folder,
    tempRoot: folder,
    settings: {},
    secrets: {},
    externals: {},
  });
  return (await link.describe()).operations;
}

const tooSlow = (entry: string, ended: Promise<unknown>): Promise<never> =>
  new Promise((_resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new ToolbaseError(
            'HOST_TIMEOUT',
            `${entry} took more than ${DESCRIBE_TIMEOUT_MS / 1000} s to load`,
          ),
        ),
      DESCRIBE_TIMEOUT_MS,
    );
    void ended.then(() => clearTimeout(timer));
  });

// The same host without a server before it: what a call costs by the host protocol alone.
import { hostEnvironment } from '../dist/host/host-environment.js';
import { startHostProcess } from '../dist/host/io/host-process.js';
import { locateNodeHost } from '../dist/host/io/locate-node-host.js';
import { createNodeLink } from '../dist/host/io/node-link.js';
import { probeContainment } from '../dist/host/io/probe-containment.js';

/** @param {string} entry module of the toolkit @param {string} workspace absolute folder */
export async function startDirectHost(entry, workspace) {
  const host = startHostProcess({
    program: { command: process.execPath, args: [locateNodeHost()] },
    environment: hostEnvironment(process.env),
    workspace,
    containment: await probeContainment(),
    protocol: 'fd3',
  });
  const link = createNodeLink(host, async () => new Error('the host ended'));
  await link.hello({
    protocolVersion: 1,
    toolkit: { name: 'bench', version: '1.0.0' },
    entry,
    workspace,
    tempRoot: workspace,
    settings: {},
    secrets: {},
    externals: {},
    environments: {},
  });
  return {
    call: (name, input) => link.call(name, input),
    stop: async () => {
      link.shutdown();
      await host.ended;
    },
  };
}

export { containPath, containReadPath, containWritePath } from './contain-path.ts';
export { createExecHost } from './exec-host.ts';
export { createHost, type Host, type HostCall, HOST_LIMITS, type HostLimits } from './create-host.ts';
export type { HostStepTaken } from './host-driver.ts';
export { missingFor } from './missing-for.ts';
export { describeMcpToolkit } from './describe-mcp.ts';
export { describeNodeToolkit } from './describe-node.ts';
export { findEnvironments, readInstalledManifest } from './installed-toolkit.ts';
export type { ServerAbout } from './mcp-link.ts';
export {
  type HostSurroundings,
  type InstalledToolkit,
  prepareExec,
  prepareToolkit,
} from './prepare-toolkit.ts';
export { probeSandbox, requireSandbox } from './probe-sandbox.ts';
export { probeContainment } from './probe-containment.ts';

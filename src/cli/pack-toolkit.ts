import { describeMcpToolkit, describeNodeToolkit } from '../host/io/index.ts';
import { type PackRequest, type PackResult, pack } from '../workflow/io/index.ts';

/** Packs with hosts of this machine. */
export const packToolkit = (request: PackRequest): Promise<PackResult> =>
  pack(request, { describeNode: describeNodeToolkit, describeMcp: describeMcpToolkit });

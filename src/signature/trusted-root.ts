import { TrustedRoot } from '@sigstore/protobuf-specs';
import { toTrustMaterial, type TrustMaterial } from '@sigstore/verify';
import { parseStrictJson, ToolbaseError } from '../kernel/index.ts';

/** Whom to believe: certificate authorities, transparency logs and timestamp authorities. */
export interface Trust {
  readonly material: TrustMaterial;
  /** How many proofs of each kind a signature needs: one, of each kind that the root knows. */
  readonly thresholds: { readonly tlogThreshold: number; readonly ctlogThreshold: number };
}

/** Reads a sigstore `trusted_root.json`. @param label names the file @throws ToolbaseError BAD_SETTINGS */
export function decodeTrustedRoot(text: string, label: string): Trust {
  try {
    const root = TrustedRoot.fromJSON(parseStrictJson(text, label));
    const material = toTrustMaterial(root);
    if (root.certificateAuthorities.length === 0) throw new Error('it names no certificate authority');
    const thresholds = {
      tlogThreshold: Math.min(1, root.tlogs.length),
      ctlogThreshold: Math.min(1, root.ctlogs.length),
    };
    return { material, thresholds };
  } catch (cause) {
    // The library reads without checking, and fails in its own ways: whatever it throws, this is no trusted root.
    throw new ToolbaseError('BAD_SETTINGS', `${label} is no trusted root: ${reasonOf(cause)}`, {
      hint: 'policy.trustedRoot names a trusted_root.json, as sigstore publishes it.',
      cause,
    });
  }
}

const reasonOf = (cause: unknown): string =>
  cause instanceof Error ? cause.message.slice(0, 200) : 'unsound';

import type { Json } from '../../kernel/index.ts';
import type { HostImage } from '../host-image.ts';
import type { CallUsage } from '../protocol.ts';
import type { OnProgress } from './host-channel.ts';
import type { Interruption } from './interruption.ts';

export interface CallOptions {
  readonly interruption?: Interruption | undefined;
  readonly onProgress?: OnProgress | undefined;
  /** Told before the answer, by a host that knows. */
  readonly onUsage?: ((usage: CallUsage) => void) | undefined;
  /** Gets the images that the answer has beside its value. */
  readonly onImages?: ((images: readonly HostImage[]) => void) | undefined;
}

/** A greeted host, whatever its protocol. */
export interface HostLink {
  /** Every promise settles: with the answer, or when the process ends.
   * @param name as the host itself calls the operation */
  readonly call: (name: string, input: Json, options?: CallOptions) => Promise<Json>;
  /** Asks the process to end. */
  readonly shutdown: () => void;
  /** Whether an interrupted `call` waits until the host has really stopped it. */
  readonly confirmsCancel: boolean;
}

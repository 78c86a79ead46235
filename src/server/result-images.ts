import type { HostImage } from '../host/index.ts';
import type { Digest, Json } from '../kernel/index.ts';
import type { ToolObject } from '../lockfile/index.ts';

/** An image of a result, kept in the workspace. */
export interface KeptImage {
  /** Relative to the workspace. */
  readonly path: string;
  readonly mimeType: string;
  readonly sha256: Digest;
  readonly sizeBytes: number;
}

/** More than this is in files only. */
const SHOWN_MAX_BYTES = 1024 * 1024;

/** The value with where its images are kept, under `images`. A promised output schema has no place for them; and what the
 * tool itself calls so stays. */
export function withImages(tool: ToolObject, value: Json, kept: readonly KeptImage[]): Json {
  const whole = isObject(value) ? value : { result: value };
  if (tool.outputSchema !== undefined || Object.hasOwn(whole, 'images')) return value;
  return { ...whole, images: kept.map((image) => ({ ...image })) };
}

/** The images as blocks of an answer; none when they are too large together. */
export function shownImages(images: readonly HostImage[]): {
  images?: readonly { readonly mimeType: string; readonly data: string }[];
} {
  const sizeBytes = images.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (images.length === 0 || sizeBytes > SHOWN_MAX_BYTES) return {};
  return {
    images: images.map(({ mimeType, bytes }) => ({ mimeType, data: Buffer.from(bytes).toString('base64') })),
  };
}

const isObject = (value: Json): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

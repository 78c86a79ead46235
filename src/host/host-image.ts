import type { WrappedResult } from './wrapped-result.ts';

/** An image of a host's answer, beside its value. */
export interface HostImage {
  readonly mimeType: string;
  /** Of a file name. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/** Formats that clients show, by the bytes that they begin with: what the server says of them is not believed. */
const FORMATS: readonly { mimeType: string; extension: string; begins: RegExp }[] = [
  { mimeType: 'image/png', extension: 'png', begins: /^89504e470d0a1a0a/ },
  { mimeType: 'image/jpeg', extension: 'jpg', begins: /^ffd8ff/ },
  { mimeType: 'image/gif', extension: 'gif', begins: /^47494638/ },
  { mimeType: 'image/webp', extension: 'webp', begins: /^52494646.{8}57454250/ },
];

/** Of one call. */
export const IMAGES_MAX = 20;

/** The image that the bytes are; undefined for none. */
export function imageOf(bytes: Uint8Array): HostImage | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('hex');
  const format = FORMATS.find(({ begins }) => begins.test(head));
  return format === undefined ? undefined : { mimeType: format.mimeType, extension: format.extension, bytes };
}

/** The images of an answer; blocks that are none by their bytes are left out, and stay named in the value. */
export const imagesOf = ({ content }: Pick<WrappedResult, 'content'>): HostImage[] =>
  content
    .filter(({ type }) => type === 'image')
    .slice(0, IMAGES_MAX)
    .flatMap(({ data = '' }) => imageOf(Buffer.from(data, 'base64')) ?? []);

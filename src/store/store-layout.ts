import path from 'node:path';
import { Digest, hexOf } from '../kernel/index.ts';

/** Where things are in a store of layout version 1. */
export const treesFolder = (storeDir: string): string => path.join(storeDir, 'v1', 'trees');

/** Holds the listing of each tree, under the name of the tree. */
export const listingsFolder = (storeDir: string): string => path.join(storeDir, 'v1', 'listings');

/** Holds what locks need, one file a lock. */
export const usesFolder = (storeDir: string): string => path.join(storeDir, 'v1', 'uses');

export const useFile = (storeDir: string, lockDigest: Digest): string =>
  path.join(usesFolder(storeDir), `${hexOf(lockDigest)}.json`);

/** Holds each environment's folder and, beside it, its record. */
export const environmentsFolder = (storeDir: string): string => path.join(storeDir, 'v1', 'environments');

/** Folder of one installed toolkit. */
export const treeFolder = (storeDir: string, digest: Digest): string =>
  path.join(treesFolder(storeDir), hexOf(digest));

/** The listing that a tree's digest is the sha256 of: says which file changed. */
export const listingFile = (storeDir: string, digest: Digest): string =>
  path.join(listingsFolder(storeDir), hexOf(digest));

/** The digest whose tree a folder name stands for, or undefined. */
export const digestOfName = (name: string): Digest | undefined => Digest.safeParse(`sha256:${name}`).data;

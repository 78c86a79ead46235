import type { MachineLayers } from './layer.ts';

const DEFAULT_MAX_MIB = 512;

/** Whether results of deterministic operations are kept and used, and how many bytes of them. The strongest file that
 * says something counts. */
export function configuredCache({ files }: Pick<MachineLayers, 'files'>): {
  results: boolean;
  maxBytes: number;
} {
  const said = files.map(({ settings }) => settings.cache);
  const results = said.findLast((each) => each.results !== undefined)?.results ?? false;
  const maxMiB = said.findLast((each) => each.maxMiB !== undefined)?.maxMiB ?? DEFAULT_MAX_MIB;
  return { results, maxBytes: maxMiB * 1024 * 1024 };
}

import { ToolbaseError } from 'toolbase/toolkit';
import type { TableMetadata } from '../tables/index.ts';

/** A parent flux as it describes itself; fluxes of other programs say less, and what is not said is not compared. */
export type FluxFile = { readonly label: string; readonly values: TableMetadata['values'] };

/** Cross sections that weights refer to may differ by so much, relatively: by rounding, not by another choice. */
const SAME_SIGMA = 1e-3;

/** Sees to it that fluxes may be added: all for one detector or all for two, weights of collisions of one cross section, and
 * charmonium of one sample. The fluxes `forward` and `both-folded` are the same.
 * @returns what holds of them together
 * @throws ToolbaseError BAD_ARGUMENTS naming two that do not go together */
export function checkedTogether(files: readonly FluxFile[]): Values {
  for (const [i, file] of files.entries())
    for (const other of files.slice(0, i)) {
      const fault = faultOf(other.values, file.values);
      if (fault !== undefined)
        throw new ToolbaseError(
          'BAD_ARGUMENTS',
          `${other.label} and ${file.label} do not go together: ${fault.what}`,
          { hint: fault.hint },
        );
    }
  return Object.fromEntries(
    ['hemispheres', 'sigma_norm_mb'].flatMap((name) => {
      const value = files.find(({ values }) => values[name] !== undefined)?.values[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

type Values = TableMetadata['values'];

function faultOf(one: Values, other: Values): { what: string; hint: string } | undefined {
  const sides = [one['hemispheres'], other['hemispheres']];
  if (sides.every((side) => side !== undefined) && new Set(sides.map(isForTwo)).size > 1)
    return {
      what: `hemispheres is ${sides.map(String).join(' and ')}, a factor of 2`,
      hint: 'Harvest both for one detector (forward or both-folded), or both for two.',
    };
  const [sigma, itsSigma] = [one['sigma_norm_mb'], other['sigma_norm_mb']];
  if (
    typeof sigma === 'number' &&
    typeof itsSigma === 'number' &&
    Math.abs(sigma / itsSigma - 1) > SAME_SIGMA
  )
    return {
      what: `weights are per collision of ${sigma} and of ${itsSigma} mb`,
      hint: 'Harvest both with one sigma_norm_mb.',
    };
  if (one['charmonium'] === 'this_sample' && other['charmonium'] === 'this_sample')
    return {
      what: 'both are the sample that charmonium is taken from',
      hint: 'J/psi and psi(2S) come from one sample: harvest the other with charmonium: another_sample.',
    };
  return undefined;
}

const isForTwo = (hemispheres: unknown): boolean => hemispheres === 'two-detectors';

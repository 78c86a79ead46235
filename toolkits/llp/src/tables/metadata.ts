import * as z from 'zod';

/** What a table holds. HEPTAPOD's names for its files are kept where the columns are the same. */
export const TABLE_FORMATS = ['llpspectrum-1.0', 'parentflux-1.0', 'llpflux-2.0', 'unknown'] as const;

const Scalar = z.union([z.string(), z.number(), z.boolean()]);

/** Written into every table: where it comes from and how it is to be read. */
export const TableMetadata = z.strictObject({
  format: z.enum(TABLE_FORMATS),
  /** Name and version of the toolkit that made it. */
  toolkit: z.string(),
  /** Sentences on signs, frames, weights and what is left out. */
  conventions: z.array(z.string()),
  /** Seed of the random numbers, when some were used. */
  seed: z.number().int().optional(),
  /** Files it was made from. */
  inputs: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
  /** Values that hold for all rows, units in the names: `m_phi_gev`, `sigma_gen_mb`. */
  values: z.record(z.string(), z.union([Scalar, z.array(Scalar)])),
});
export type TableMetadata = z.output<typeof TableMetadata>;

/** Metadata of a file that says nothing of itself. */
export const unknownMetadata = (format: TableMetadata['format'] = 'unknown'): TableMetadata => ({
  format,
  toolkit: 'unknown',
  conventions: [],
  inputs: [],
  values: {},
});

/** A number among the values, if it is one. */
export function numberValue({ values }: TableMetadata, name: string): number | undefined {
  const value = values[name];
  return typeof value === 'number' ? value : undefined;
}

import * as z from 'zod';

const Count = z.number().int().min(0);
const Crossing = z.strictObject({
  at: z.number().min(1e-30),
  direction: z.enum(['up', 'down']),
  log10_uncertainty: z.number().describe('Statistical, of log10 of the place.'),
});

/** Where the yield passes the target. */
export const Diagnostic = z.strictObject({
  n_target: z.number().min(1e-30),
  lower: z.number().nullable().describe('First upward crossing of the target; null when there is none.'),
  upper: z.number().nullable().describe('Last downward crossing; null when there is none.'),
  bracketed: z.boolean().describe('False when the target is still exceeded at an end of the grid.'),
  crossings: z.array(Crossing).describe('All of them, ascending.'),
  peak: z.strictObject({ at: z.number(), n_sig: z.number() }),
});
export type Diagnostic = z.output<typeof Diagnostic>;

/** The same in an answer: clients understand what is absent, but not null. */
export const ShownDiagnostic = Diagnostic.extend({
  lower: z.number().optional().describe('First upward crossing of the target; absent when there is none.'),
  upper: z.number().optional().describe('Last downward crossing; absent when there is none.'),
  crossings: z.array(Crossing).describe('At most 8 of them, ascending; all are in the file.'),
});

export const ParentCount = z.strictObject({
  parent: z.string(),
  n_rows: Count,
  n_in_volume: Count.describe('Rows whose line crosses the volume.'),
  n_accepted: Count.describe('Of these, rows with an acceptance above 0 somewhere.'),
  share_at_peak: z.number().describe('Of the yield at its maximum.'),
  n_eff_at_peak: z.number().describe('Effective number of parents there.'),
  share_at_lower: z
    .number()
    .optional()
    .describe('Of the yield at the first upward crossing, if there is one.'),
  n_eff_at_lower: z.number().optional(),
  share_at_upper: z.number().optional().describe('Of the yield at the last downward crossing.'),
  n_eff_at_upper: z.number().optional(),
});
export type ParentCount = z.output<typeof ParentCount>;

export const YieldPoint = z.strictObject({
  g: z.number().min(1e-30).optional().describe('Coupling, of a scan of the coupling.'),
  ctau_m: z.number().min(1e-30).optional().describe('c tau in m, of a scan of the lifetime.'),
  n_sig: z.number().min(0),
  n_sig_uncertainty: z.number().min(0),
  n_eff: z.number().min(0),
});

/** A word that is drawn as it is. */
const Word = z.string().regex(/^[\w+-]{1,40}$/);

/** Coupling or lifetime of a point. */
export const placeOf = ({ g, ctau_m: ctau }: z.output<typeof YieldPoint>): number => g ?? ctau ?? NaN;

/** `llpyields-1.0`: yields of one mass and channel over couplings or lifetimes. */
export const YieldsFile = z
  .strictObject({
    format: z.literal('llpyields-1.0'),
    toolkit: z.string(),
    scan: z.enum(['coupling', 'lifetime']),
    quantity: z.string(),
    m_phi_gev: z.number().min(1e-9).max(1e6),
    channel: Word,
    conventions: z.array(z.string()),
    limitations: z.array(z.string()),
    inputs: z.array(z.strictObject({ name: z.string(), sha256: z.string() })),
    geometry_m: z.strictObject({
      z_min: z.number(),
      z_max: z.number(),
      r_volume: z.number(),
      z_det: z.number(),
      r_det: z.number(),
      x_off: z.number(),
    }),
    acceptance: Word,
    daughter_masses_gev: z.array(z.number()),
    /** What the flux says of itself. */
    flux: z
      .strictObject({
        lepton: z.string().optional(),
        hemispheres: z.string().optional(),
        sigma_norm_mb: z.number().optional(),
        z_shield_m: z.number().optional(),
        theta_max_rad: z.number().optional(),
      })
      .optional(),
    n_int: z.number().optional(),
    br_visible: z.number().optional(),
    width_ref_gev: z.number().optional(),
    ctau_ref_g1_m: z.number().optional(),
    g_production: z.number().optional(),
    grid_diagnostic: Diagnostic.optional(),
    parents: z.array(ParentCount),
    yields: z.array(YieldPoint).min(1),
  })
  .refine(
    ({ scan, yields }) =>
      yields.every(({ g, ctau_m: ctau }) => (scan === 'coupling' ? g : ctau) !== undefined),
    {
      error: 'points without the place of the scan',
    },
  );
export type YieldsFile = z.output<typeof YieldsFile>;

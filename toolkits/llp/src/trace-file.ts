import type { OperationContext } from 'toolbase/toolkit';
import { createSumPieces } from './io/sum-pieces.ts';
import { readTable } from './io/table-file.ts';
import { rowsOf, type TableMetadata } from './tables/index.ts';
import type { Acceptance } from './yields/acceptance.ts';
import type { Geometry } from './yields/cylinder.ts';
import type { SumPieces } from './yields/pieces.ts';
import { readFlux } from './yields/read-flux.ts';
import { type TracedFlux, traceFlux } from './yields/trace-flux.ts';
import { daughtersOf, geometryOf, type VolumeInput } from './yields/volume-input.ts';

export type Traced = {
  readonly flux: TracedFlux;
  readonly geometry: Geometry;
  readonly daughters: readonly [number, number];
  readonly sha256: string;
  readonly sumPieces: SumPieces;
  /** What the flux says of itself. */
  readonly values: TableMetadata['values'];
};

/** Reads the flux of a call and traces it through the volume.
 * @throws ToolbaseError BAD_ARGUMENTS */
export async function traceFile(
  input: VolumeInput,
  acceptance: Acceptance,
  ofChannel: readonly [number, number] | undefined,
  context: OperationContext,
): Promise<Traced> {
  const geometry = geometryOf(input, acceptance);
  const daughters = daughtersOf(input, acceptance, ofChannel);
  const { table, sha256 } = await readTable(
    context.readPath(input.flux_path),
    input.flux_path,
    context.signal,
  );
  const sumPieces = createSumPieces({
    signal: context.signal,
    expected: rowsOf(table),
    progress: (done, total) => context.progress(done, total, 'sums'),
  });
  const flux = traceFlux(readFlux(table, input.flux_path, input.m_phi_gev), {
    geometry,
    massGeV: input.m_phi_gev,
    acceptance,
    daughterMassesGeV: daughters,
    step: (done, total) => {
      context.signal.throwIfAborted();
      context.progress(done, total, 'scalars traced');
    },
  });
  return { flux, geometry, daughters, sha256, sumPieces, values: table.metadata.values };
}

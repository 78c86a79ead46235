/** Masses in the warning: more are counted. */
const MASSES_TOLD = 8;

/** Warns of masses at which none of the parents decays to the scalar, so that nothing is written for them.
 * @param masses all of them, GeV   @param written kind of file that is missing, when files were asked for */
export function closedWarning(
  masses: readonly number[],
  closed: readonly number[],
  of: {
    readonly parents: readonly string[];
    readonly lepton: string;
    readonly written: 'flux' | 'spectrum' | undefined;
  },
): string[] {
  if (closed.length === 0) return [];
  const told = closed.slice(0, MASSES_TOLD).join(', ');
  const more = closed.length > MASSES_TOLD ? ` and ${closed.length - MASSES_TOLD} more` : '';
  const none =
    closed.length === masses.length ? `no ${of.written} was written` : `these have no ${of.written} file`;
  return [
    `All channels are closed at m_phi = ${told}${more} GeV for the lepton ${of.lepton} and the parents ${of.parents.join(', ')}${of.written === undefined ? '' : `: ${none}`}. Choose lighter scalars or heavier parents.`,
  ];
}

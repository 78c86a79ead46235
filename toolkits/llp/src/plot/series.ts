import type { YieldsFile } from '../yields/yields-file.ts';
import type { Span } from './figure.ts';

/** Yields of one channel at several masses, ascending. */
export type Series = {
  readonly channel: string;
  readonly colour: string;
  readonly files: readonly YieldsFile[];
};

/** Okabe and Ito's colours, told apart by most colour-blind people. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#56b4e9', '#e69f00'];

export function seriesOf(files: readonly YieldsFile[]): Series[] {
  const channels = [...new Set(files.map(({ channel }) => channel))];
  return channels.map((channel, i) => ({
    channel,
    colour: COLOURS[i % COLOURS.length] ?? '#000000',
    files: files.filter((file) => file.channel === channel).sort((a, b) => a.m_phi_gev - b.m_phi_gev),
  }));
}

const PHI = '\u03c6';
const DAUGHTERS: Readonly<Record<string, string>> = {
  ee: 'e e',
  mumu: '\u03bc \u03bc',
  tautau: '\u03c4 \u03c4',
  gammagamma: '\u03b3 \u03b3',
};

export const channelName = (channel: string): Span[] => {
  const daughters = DAUGHTERS[channel];
  return [{ text: daughters === undefined ? channel : `${PHI} to ${daughters}` }];
};

/** m_phi as it is printed. */
export const MASS_NAME: readonly Span[] = [{ text: 'm' }, { text: PHI, raised: -1 }];

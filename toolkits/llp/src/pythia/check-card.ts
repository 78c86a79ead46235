import { ToolbaseError } from 'toolbase/toolkit';
import { NO_LHE, type CardLine, isOn, numberIn, type RunCard, settingIn } from './card.ts';

/** soft: inelastic collisions as they are. charmonium: hard production of charmonium alone. */
export type SampleKind = 'soft' | 'charmonium' | 'other';

export type CheckedCard = {
  readonly kind: SampleKind;
  /** The settings that switch a process on. */
  readonly processes: readonly string[];
  /** Two equal beams of equal energy, so that both hemispheres are alike. */
  readonly symmetric: boolean;
  /** Collisions at its scale already hold J/psi and psi(2S) from multiparton interactions. */
  readonly holdsCharmonium: boolean;
  readonly seed: number | undefined;
  readonly events: number | undefined;
  readonly warnings: readonly string[];
};

/** Judges a card before Pythia is asked to run it.
 * @throws ToolbaseError BAD_ARGUMENTS naming every contradiction */
export function checkCard(card: RunCard, label: string): CheckedCard {
  const processes = card.filter((setting) => isProcess(setting) && isLast(setting, card) && isOn(setting));
  const faults = [
    ...contradictions(card),
    ...beamFaults(card),
    ...processFaults(processes),
    ...leptonFaults(card, processes),
    ...weightFaults(card),
  ];
  if (faults.length > 0)
    throw new ToolbaseError('BAD_ARGUMENTS', `${label}: ${faults.join('; ')}`, {
      hint: 'One card is one sample: equal settings once, one set of beam energies, and either SoftQCD:inelastic or hard processes.',
    });
  const kind = kindOf(processes);
  return {
    kind,
    processes: processes.map(({ name }) => name),
    symmetric: hasEqualBeams(card),
    holdsCharmonium:
      kind === 'charmonium' ||
      (kind === 'soft' && (numberIn(card, 'MultipartonInteractions:processLevel') ?? 3) >= 3),
    seed: seedOf(card),
    events: numberIn(card, 'Main:numberOfEvents'),
    warnings: warningsOf(card),
  };
}

const PROCESS_GROUPS =
  /^(?:softqcd|hardqcd|charmonium|bottomonium|onia|promptphoton|weak[a-z]*|top|higgs[a-z]*|photoncollision|photonparton|fourthbottom|fourthtop|contactinteractions|newgaugeboson|leftrightsymmetry|leptoquark|excitedfermion|extradimensions[a-z]*|hiddenvalley|darkmatter|susy|lowenergyqcd):/;

const isProcess = ({ key, value }: CardLine): boolean =>
  PROCESS_GROUPS.test(key) && /^\{?\s*(?:on|off|yes|no|true|false|ok|0|1)(?:[\s,}]|$)/i.test(value);

const isLast = (setting: CardLine, card: RunCard): boolean => settingIn(card, setting.name) === setting;

function contradictions(card: RunCard): string[] {
  const first = new Map<string, CardLine>();
  const faults: string[] = [];
  for (const setting of card) {
    const before = first.get(setting.key);
    if (before === undefined) first.set(setting.key, setting);
    // Channels of a particle are added one line each.
    else if (
      before.value !== setting.value &&
      !/:(?:addchannel|onechannel|on[a-z]+|off[a-z]+)$/.test(setting.key)
    )
      faults.push(`lines ${before.line} and ${setting.line} set ${setting.name} to different values`);
  }
  return faults;
}

const ENERGIES: Readonly<Record<number, readonly string[]>> = {
  1: ['Beams:eCM'],
  2: ['Beams:eA', 'Beams:eB'],
  3: ['Beams:pxA', 'Beams:pyA', 'Beams:pzA', 'Beams:pxB', 'Beams:pyB', 'Beams:pzB'],
};

function beamFaults(card: RunCard): string[] {
  const frame = numberIn(card, 'Beams:frameType') ?? 1;
  const needed = ENERGIES[frame];
  if (needed === undefined)
    return [`Beams:frameType = ${frame} reads events from elsewhere, such as an LHE file: ${NO_LHE}`];
  const others = Object.values(ENERGIES).flat();
  const wrong = others.filter((name) => !needed.includes(name) && settingIn(card, name) !== undefined);
  const missing = frame === 3 ? [] : needed.filter((name) => settingIn(card, name) === undefined);
  return [
    ...wrong.map((name) => `${name} has no effect with Beams:frameType = ${frame}`),
    ...missing.map((name) => `${name} is not set`),
  ];
}

const SOFT_PROCESSES = new Set(
  'all inelastic nondiffractive elastic singlediffractive singlediffractivexb singlediffractiveax doublediffractive centraldiffractive'.split(
    ' ',
  ),
);

function processFaults(processes: RunCard): string[] {
  if (processes.length === 0) return ['no process is switched on'];
  const elastic = processes.find(({ key }) => key === 'softqcd:all' || key === 'softqcd:elastic');
  const soft = processes.filter(({ key }) => key.startsWith('softqcd:'));
  const hard = processes.find(({ key }) => !key.startsWith('softqcd:'));
  const parts = soft.filter(({ key }) => key !== 'softqcd:inelastic');
  return [
    ...soft
      .filter(({ key }) => !SOFT_PROCESSES.has(key.slice('softqcd:'.length)))
      .map(
        ({ name, line }) =>
          `line ${line}: ${name} is no process of Pythia, which has SoftQCD:inelastic and its parts nonDiffractive, singleDiffractive, doubleDiffractive, centralDiffractive`,
      ),
    ...(elastic === undefined
      ? []
      : [`${elastic.name} includes elastic collisions, of which nothing is produced; use SoftQCD:inelastic`]),
    ...(soft.length === 0 || hard === undefined
      ? []
      : [
          `${hard.name} is a part of the collisions of ${soft[0]?.name ?? 'SoftQCD'} and would be counted twice`,
        ]),
    ...(parts.length === 0 || parts.length === soft.length
      ? []
      : [`${parts[0]?.name ?? ''} is a part of SoftQCD:inelastic and would be counted twice`]),
  ];
}

const GIVES_PHOTONS = ['PDF:lepton2gamma', 'PDF:beamA2gamma', 'PDF:beamB2gamma'];

/** Soft collisions of leptons: Pythia crashes on them. Photons that leptons radiate may collide softly. */
function leptonFaults(card: RunCard, processes: RunCard): string[] {
  const soft = processes.find(({ key }) => key.startsWith('softqcd:'));
  const photons = GIVES_PHOTONS.map((name) => settingIn(card, name)).some(
    (setting) => setting !== undefined && isOn(setting),
  );
  const beam = ['Beams:idA', 'Beams:idB'].find((name) => {
    const id = Math.abs(numberIn(card, name) ?? 2212);
    return id >= 11 && id <= 16;
  });
  return soft === undefined || beam === undefined || photons
    ? []
    : [`${soft.name} is for hadrons, and ${beam} is a lepton`];
}

/** Events that do not count as one each. */
function weightFaults(card: RunCard): string[] {
  const biased = settingIn(card, 'PhaseSpace:bias2Selection');
  return biased !== undefined && isOn(biased)
    ? [`line ${biased.line}: ${biased.name} gives events weights of their own, which are not taken`]
    : [];
}

function kindOf(processes: RunCard): SampleKind {
  if (processes.every(({ key }) => key === 'softqcd:inelastic')) return 'soft';
  return processes.every(({ key }) => /^(?:charmonium|onia):/.test(key)) ? 'charmonium' : 'other';
}

function hasEqualBeams(card: RunCard): boolean {
  const frame = numberIn(card, 'Beams:frameType') ?? 1;
  const sameBeams = (numberIn(card, 'Beams:idA') ?? 2212) === (numberIn(card, 'Beams:idB') ?? 2212);
  const sameEnergy = frame === 1 || numberIn(card, 'Beams:eA') === numberIn(card, 'Beams:eB');
  return frame < 3 && sameBeams && sameEnergy;
}

function seedOf(card: RunCard): number | undefined {
  const set = settingIn(card, 'Random:setSeed');
  return set !== undefined && isOn(set) ? numberIn(card, 'Random:seed') : undefined;
}

/** Energies of colliders are written in TeV, those of cards in GeV. */
const LOW_ENERGY_GEV = 100;

function energyWarnings(card: RunCard): string[] {
  return ['Beams:eCM', 'Beams:eA']
    .filter((name) => (numberIn(card, name) ?? LOW_ENERGY_GEV) < LOW_ENERGY_GEV)
    .map((name) => `${name} = ${numberIn(card, name) ?? ''} is in GeV; 13.6 TeV is 13600`);
}

function warningsOf(card: RunCard): string[] {
  const off = card.filter(
    (setting) =>
      /^\d+:maydecay$/.test(setting.key) &&
      !isOn(setting) &&
      !/^(?:211|321|130|13)$/.test(setting.key.split(':')[0] ?? ''),
  );
  const limited = ['ParticleDecays:limitTau0', 'ParticleDecays:limitTau', 'ParticleDecays:limitRadius']
    .map((name) => settingIn(card, name))
    .filter((setting) => setting !== undefined && isOn(setting));
  const whole = ['HadronLevel:all', 'HadronLevel:Hadronize', 'HadronLevel:Decay', 'PartonLevel:all']
    .map((name) => settingIn(card, name))
    .filter((setting) => setting !== undefined && !isOn(setting));
  return [
    ...energyWarnings(card),
    ...off.map(({ name, line }) => `line ${line}: without decays (${name}) what it feeds down to is missing`),
    ...[...limited, ...whole].map(
      (setting) => `line ${setting?.line ?? 0}: ${setting?.name ?? ''} changes which hadrons are there`,
    ),
  ];
}

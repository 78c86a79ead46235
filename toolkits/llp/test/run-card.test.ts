import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCard } from '../src/pythia/card.ts';
import { checkCard } from '../src/pythia/check-card.ts';
import { pythiaFromRunCard } from '../src/pythia-from-run-card.ts';
import { contextIn } from './operation-context.ts';
import { merged, seedsOf, sharesOf } from '../src/pythia/sample.ts';
import { settled } from '../src/pythia/settle.ts';

const SOFT = 'Beams:eCM = 13600.\nSoftQCD:inelastic = on\n';
const check = (text: string) => checkCard(parseCard(text, 'card.cmnd'), 'card.cmnd');

test('settings, comments and comment blocks are read as Pythia reads them', () => {
  const text = '! title\n/* SoftQCD:all = on\n*/\nBeams:eCM 13600. ! GeV\n443:onMode = off\n# no setting\n';
  expect(parseCard(text, 'a')).toEqual([
    { line: 4, name: 'Beams:eCM', key: 'beams:ecm', value: '13600.' },
    { line: 5, name: '443:onMode', key: '443:onmode', value: 'off' },
  ]);
});

test('a soft and a charmonium card are told apart', () => {
  expect(check(SOFT)).toMatchObject({ kind: 'soft', symmetric: true, holdsCharmonium: true, warnings: [] });
  expect(check('Beams:eCM = 13600.\nCharmonium:all = on')).toMatchObject({ kind: 'charmonium' });
  expect(check('Beams:eCM = 13600.\nHardQCD:all = on')).toMatchObject({ kind: 'other' });
  expect(check(`${SOFT}MultipartonInteractions:processLevel = 2`)).toMatchObject({ holdsCharmonium: false });
  expect(check('Beams:frameType = 2\nBeams:eA = 7000\nBeams:eB = 100\nSoftQCD:inelastic = on')).toMatchObject(
    {
      symmetric: false,
    },
  );
});

describe('a contradictory card is refused with what contradicts', () => {
  test.each([
    ['SoftQCD:all = on\nBeams:eCM = 13600.', 'elastic'],
    [`${SOFT}SoftQCD:elastic = on`, 'elastic'],
    [`${SOFT}SoftQCD:elastic = 1`, 'elastic'],
    ['SoftQCD:all = 1\nBeams:eCM = 13600.', 'elastic'],
    [`${SOFT}Charmonium:all = 1`, 'counted twice'],
    ['Beams:eCM = 13600.\nCharmonium:all = on\nPhaseSpace:bias2Selection = on', 'weights of their own'],
    [`${SOFT}Charmonium:all = on`, 'counted twice'],
    [`${SOFT}SoftQCD:nonDiffractive = on`, 'counted twice'],
    [`${SOFT}Beams:eA = 6800.`, 'Beams:eA has no effect'],
    ['Beams:frameType = 2\nBeams:eCM = 13600.\nSoftQCD:inelastic = on', 'Beams:eA is not set'],
    ['SoftQCD:inelastic = on', 'Beams:eCM is not set'],
    ['Beams:eCM = 13600.', 'no process'],
    [`${SOFT}Beams:eCM = 14000.`, 'lines 1 and 3'],
    ['Beams:frameType = 4\nSoftQCD:inelastic = on', 'reads events from elsewhere'],
    ['Beams:eCM = 13600.\nSoftQCD:inelasic = on', 'line 2: SoftQCD:inelasic is no process of Pythia'],
    [`${SOFT}Beams:idA = 11\nBeams:idB = -11`, 'SoftQCD:inelastic is for hadrons, and Beams:idA is a lepton'],
  ])('%j', (text, reason) => {
    expect(() => check(text)).toThrow(reason);
  });
});

describe('a card that would load files or code is refused', () => {
  test.each([
    'Init:plugins = {libevil.so::Evil}',
    'SLHA:file = /etc/passwd',
    'Beams:LHEF = events.lhe',
    'PDF:pSet = LHAPDF6:NNPDF31',
    'Tune:pp = ../../tune',
    'MultipartonInteractions:initFile = x',
    'include = other.cmnd',
    'Main:subrun = 1',
  ])('%s', (line) => {
    expect(() => check(`${SOFT}${line}\n`)).toThrow('line 3');
  });
});

test('single processes, whose names hold parentheses and whose values are lists, are processes', () => {
  const one = 'Beams:eCM = 13600.\nCharmonium:gg2ccbar(3S1)[3S1(1)]g = ';
  expect(check(`${one}off,on`)).toMatchObject({ kind: 'charmonium' });
  expect(check(`${one}{on, off}`)).toMatchObject({ kind: 'charmonium' });
  expect(() => check(`${one}off,off`)).toThrow('no process');
  expect(check('Beams:eCM = 300.\nBeams:idB = 11\nWeakBosonExchange:ff2ff(t:gmZ) = on')).toMatchObject({
    kind: 'other',
  });
});

test('photons of leptons may collide softly', () => {
  expect(check(`${SOFT}Beams:idA = 11\nBeams:idB = -11\nPDF:lepton2gamma = on`).kind).toBe('soft');
});

test('decays that are switched off are warned of, those of long-lived mesons are not', () => {
  expect(check(`${SOFT}333:mayDecay = off`).warnings).toEqual([
    'line 3: without decays (333:mayDecay) what it feeds down to is missing',
  ]);
  expect(check(`${SOFT}321:mayDecay = off`).warnings).toEqual([]);
  expect(check(`${SOFT}HadronLevel:Decay = off`).warnings).toHaveLength(1);
});

test('an energy that looks like TeV is warned of', () => {
  const inTeV = 'Beams:eCM = 13.6 is in GeV; 13.6 TeV is 13600';
  expect(check('Beams:eCM = 13.6\nSoftQCD:inelastic = on').warnings).toEqual([inTeV]);
  expect(
    check('Beams:frameType = 2\nBeams:eA = 6.8\nBeams:eB = 6.8\nSoftQCD:inelastic = on').warnings,
  ).toHaveLength(1);
});

test('the parts of the inelastic collisions are told by name', () => {
  const parts = 'Beams:eCM = 13600.\nSoftQCD:nonDiffractive = on\nSoftQCD:singleDiffractive = on';
  expect(check(parts).processes).toEqual(['SoftQCD:nonDiffractive', 'SoftQCD:singleDiffractive']);
});

test('seed and number of events come from the card or the call, and must agree', () => {
  const wanted = { small_pt_damping: 'auto' } as const;
  const seeded = check(`${SOFT}Random:setSeed = on\nRandom:seed = 5\nMain:numberOfEvents = 100`);
  expect(settled(wanted, seeded)).toEqual({ nEvents: 100, seed: 5, damped: false });
  expect(() => settled({ ...wanted, seed: 6 }, seeded)).toThrow('the card says 5');
  expect(() => settled({ ...wanted, n_events: 1 }, check(SOFT))).toThrow('seed is missing');
  expect(() => settled({ ...wanted, n_events: 1, seed: 0 }, check(SOFT))).toThrow('seed is 0');
  expect(() => settled({ ...wanted, seed: 1 }, check(SOFT))).toThrow('n_events is missing');
  expect(() => settled({ ...wanted, seed: 1 }, check(`${SOFT}Main:numberOfEvents = 1000000000`))).toThrow(
    'number of events is 1000000000',
  );
  // A seed without setSeed is not used by Pythia.
  expect(() => settled({ ...wanted, n_events: 1 }, check(`${SOFT}Random:seed = 5`))).toThrow(
    'seed is missing',
  );
});

test('workers share the events and have seeds of their own that Pythia takes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 900_000_000 }), fc.integer({ min: 1, max: 64 }), (seed, jobs) => {
      const seeds = seedsOf(seed, jobs);
      expect(seeds[0]).toBe(seed);
      expect(new Set(seeds).size).toBe(jobs);
      expect(seeds.every((one) => one >= 1 && one <= 900_000_000)).toBe(true);
      expect(sharesOf(1000, jobs).reduce((sum, share) => sum + share, 0)).toBe(1000);
    }),
  );
});

test('cross sections of workers are merged by the events they tried', () => {
  const part = { accepted: 10, failed: 1, sigma_err_mb: 0.3 };
  const both = merged([
    { ...part, tried: 100, sigma_gen_mb: 2 },
    { ...part, tried: 300, sigma_gen_mb: 4 },
  ]);
  expect(both).toMatchObject({ accepted: 20, tried: 400, failed: 2, sigma_gen_mb: 3.5 });
  expect(both.sigma_err_mb).toBeCloseTo(0.3 * Math.sqrt(0.0625 + 0.5625), 12);
});

test('events of other generators are refused with what to do instead', async () => {
  const input = { cmnd_path: 'a.cmnd', jobs: 1, finals_only: true, select_pids: [], shower_lhe: true };
  const run = pythiaFromRunCard.run(
    { ...input, events_path: 'e.jsonl', manifest_path: 'm.json', small_pt_damping: 'auto' },
    contextIn(),
  );
  await expect(run).rejects.toMatchObject({ code: 'UNSUPPORTED' });
  await expect(run).rejects.toThrow('shower_lhe: events of other generators are not showered');
  await expect(run).rejects.toHaveProperty('hint', expect.stringContaining('pythia_events_path') as string);
});

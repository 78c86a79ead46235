import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reachOf, type ScoredStage } from '../../src/grade/index.ts';
import { type Rational, rational, rationalText, sumOf } from '../../src/kernel/index.ts';

const stage = (weight: string, credit: string, passed: boolean, gate = false): ScoredStage => ({
  weight: rational(weight),
  credit: rational(credit),
  passed,
  gate,
});
const text = (stages: ScoredStage[]): string => rationalText(reachOf(stages));

const share = fc.integer({ min: 0, max: 12 }).map((n) => rational(`${n}/12`));
const anyStage = fc.record({
  weight: fc.integer({ min: 1, max: 9 }).map((n) => rational(n)),
  credit: share,
  passed: fc.boolean(),
  gate: fc.boolean(),
});
const anyStages = fc.array(anyStage, { minLength: 1, maxLength: 8 });

describe('reach', () => {
  it('of a rubric of nine stages agrees with the value worked out elsewhere', () => {
    // Credits of three stages are 10^-D of D = .113, .3 and .02 dex, to ten digits.
    const stages = [
      stage('0', '1', true, true),
      stage('0', '0', false),
      stage('0.1', '1', true),
      stage('0.1', '1', true),
      stage('0.4', '0.7709034691', false),
      stage('0.15', '0.5011872336', false),
      stage('0.15', '0.9549925860', true),
      stage('0.05', '1', true),
      stage('0.05', '1', true),
    ];
    expect(reachOf(stages).valueOf()).toBeCloseTo(0.826788, 6);
    expect(text([stage('0', '0', false, true), ...stages.slice(1)])).toBe('0');
  });

  it('gives a failed gate its own credit and takes everything after it', () => {
    expect(text([stage('0.5', '0.3', false, true), stage('0.5', '1', true)])).toBe('3/20');
  });

  it('is not touched by a failing stage that is no gate', () => {
    expect(text([stage('0.1', '1', true, true), stage('0.3', '0', false), stage('0.6', '1', true)])).toBe(
      '7/10',
    );
  });

  it('leaves what comes before a gate alone', () => {
    expect(text([stage('0.5', '1', true), stage('0.5', '0', false, true)])).toBe('1/2');
  });

  it('reaches nine tenths exactly with nine stages of a tenth', () => {
    const stages = Array.from({ length: 10 }, (_, i) => stage('0.1', i < 9 ? '1' : '0', i < 9));
    expect(reachOf(stages).compare(rational('0.9'))).toBe(0);
  });

  it('is refused without any weight', () => {
    expect(() => reachOf([stage('0', '1', true)])).toThrow(RangeError);
  });

  it('lies between 0 and 1, and is 1 just when every stage has full credit and no gate fails early', () => {
    fc.assert(
      fc.property(anyStages, (stages) => {
        const reach = reachOf(stages);
        expect(reach.compare(0)).toBeGreaterThanOrEqual(0);
        expect(reach.compare(1)).toBeLessThanOrEqual(0);
        const full = stages.every(({ credit }) => credit.equals(1));
        const blocked = stages.slice(0, -1).some(({ gate, passed }) => gate && !passed);
        expect(reach.equals(1)).toBe(full && !blocked);
      }),
    );
  });

  it('is the weighted mean of the credits when nothing gates', () => {
    fc.assert(
      fc.property(anyStages, (stages) => {
        const ungated = stages.map((each) => ({ ...each, gate: false }));
        const weighed: Rational[] = ungated.map(({ weight, credit }) => weight.mul(credit));
        const expected = sumOf(weighed).div(sumOf(ungated.map(({ weight }) => weight)));
        expect(reachOf(ungated).equals(expected)).toBe(true);
      }),
    );
  });

  it('never falls when a credit rises', () => {
    fc.assert(
      fc.property(anyStages, fc.nat(), (stages, at) => {
        const raised = stages.map((each, m) =>
          m === at % stages.length ? { ...each, credit: rational(1) } : each,
        );
        expect(reachOf(raised).compare(reachOf(stages))).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

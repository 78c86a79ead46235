import semver from 'semver';
import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';
import type { Rules } from './rules.ts';

/** What the resolver needs to know of one toolkit: a packument without what is only for download. */
export interface ToolkitVersions {
  readonly distTags: Readonly<Record<string, Version>>;
  readonly versions: Readonly<Record<Version, PublishedVersion>>;
}

export interface PublishedVersion {
  readonly toolkitDependencies: Readonly<Record<ToolkitName, string>>;
  readonly deprecated?: string | undefined;
  /** Why it must not be chosen, though it is there: words that follow "which is". */
  readonly refused?: string | undefined;
}

/** A set of choices for one toolkit. Bit 0: it is absent; bit i + 1: its i-th version, lowest first. */
export type Choices = bigint;

export const ABSENT: Choices = 1n;

const WORD_BITS = 30;

/** All that may be chosen for one toolkit. */
export class Candidates {
  readonly name: ToolkitName;
  /** Lowest first. */
  readonly versions: readonly Version[];
  /** No registry has the toolkit. */
  readonly unknown: boolean;
  readonly all: Choices;
  readonly #known: ToolkitVersions;
  readonly #parsed: readonly semver.SemVer[];
  readonly #rules: Rules;
  readonly #usable: Choices;
  readonly #current: Choices;
  readonly #byRange = new Map<string, Choices>();

  constructor(name: ToolkitName, known: ToolkitVersions | undefined, rules: Rules) {
    this.name = name;
    this.unknown = known === undefined;
    this.#known = known ?? { distTags: {}, versions: {} };
    this.#rules = rules;
    this.#parsed = Object.keys(this.#known.versions)
      .map((version) => new semver.SemVer(version))
      .sort((a, b) => a.compare(b) || ordinalCompare(a.version, b.version));
    this.versions = this.#parsed.map(({ version }) => version as Version);
    this.all = (1n << BigInt(this.versions.length + 1)) - 1n;
    this.#usable = this.#choicesOf((version) => this.#known.versions[version]?.refused === undefined);
    this.#current = this.#choicesOf((version) => this.#known.versions[version]?.deprecated === undefined);
  }

  get tags(): string[] {
    return Object.keys(this.#known.distTags).sort(ordinalCompare);
  }

  bitOf(index: number): Choices {
    return 1n << BigInt(index + 1);
  }

  /** The versions in a range by npm's rules (pre-releases only where the range names one of the same release), or
   * the one that a dist-tag is of; without those that must not be chosen. */
  within(range: string): Choices {
    return this.#named(range) & this.#usable;
  }

  /** Why there is nothing in a range in which there are versions; undefined when there are none. */
  refusal(range: string): string | undefined {
    const refused = this.versions.findLast((_, index) => (this.#named(range) & this.bitOf(index)) !== 0n);
    return refused === undefined ? undefined : this.#known.versions[refused]?.refused;
  }

  #named(range: string): Choices {
    const known = this.#byRange.get(range);
    if (known !== undefined) return known;
    const choices = this.#evaluate(range);
    this.#byRange.set(range, choices);
    return choices;
  }

  #evaluate(range: string): Choices {
    const tag = Object.hasOwn(this.#known.distTags, range) ? this.#known.distTags[range] : undefined;
    if (tag !== undefined) return this.#choicesOf((version) => version === tag);
    if (semver.validRange(range) === null) return 0n;
    const parsed = new semver.Range(range);
    const choices = this.#choicesOf((_, index) => parsed.test(this.#parsed[index] ?? ''));
    // npm takes the tag `latest` for "*", so that a toolkit of which there are only pre-releases can be had.
    return choices === 0n && ['*', 'x', ''].includes(range.trim()) ? this.#named('latest') : choices;
  }

  /** Put together in words of plain numbers: each bit on its own would make a number as long as the set. */
  #choicesOf(holds: (version: Version, index: number) => boolean): Choices {
    let choices = 0n;
    let word = 0;
    for (let index = this.versions.length - 1; index >= 0; index -= 1) {
      word = word * 2 + (holds(this.versions[index] as Version, index) ? 1 : 0);
      if (index % WORD_BITS !== 0) continue;
      choices = (choices << BigInt(WORD_BITS)) | BigInt(word);
      word = 0;
    }
    return choices << 1n;
  }

  /** With the ranges that count, sorted by name. */
  dependenciesOf(version: Version): { name: ToolkitName; range: string }[] {
    return Object.entries(this.#needs(version))
      .map(([name, range]) => ({
        name: name as ToolkitName,
        range: this.#rules.overrides.get(name as ToolkitName) ?? range,
      }))
      .sort((a, b) => ordinalCompare(a.name, b.name));
  }

  #needs(version: Version): Readonly<Record<ToolkitName, string>> {
    return this.#known.versions[version]?.toolkitDependencies ?? {};
  }

  /** All versions for which `dependency` is needed in exactly this range: one fact instead of many. */
  needing(dependency: ToolkitName, range: string): Choices {
    const override = this.#rules.overrides.get(dependency);
    return this.#choicesOf((version) => {
      const needs = this.#needs(version);
      return Object.hasOwn(needs, dependency) && (override ?? needs[dependency]) === range;
    });
  }

  /** The range that the loadout forces on whoever needs this toolkit. */
  get override(): string | undefined {
    return this.#rules.overrides.get(this.name);
  }

  /** The index to try: the version to keep, else the best by preference that is not deprecated, else the best. */
  best(allowed: Choices): number {
    const kept = this.versions.indexOf(this.#rules.kept.get(this.name) as Version);
    if (kept >= 0 && (allowed & this.bitOf(kept)) !== 0n) return kept;
    const versions = allowed & ~ABSENT;
    const current = versions & this.#current;
    const among = current === 0n ? versions : current;
    const bit = this.#rules.prefer === 'lowest' ? among & -among : among;
    return bit.toString(2).length - 2;
  }
}

import semver from 'semver';
import { ordinalCompare, type ToolkitName, type Version } from '../kernel/index.ts';

/** What the resolver needs to know of one toolkit: a packument without what is only for download. */
export interface ToolkitVersions {
  readonly distTags: Readonly<Record<string, Version>>;
  readonly versions: Readonly<
    Record<
      Version,
      {
        readonly toolkitDependencies: Readonly<Record<ToolkitName, string>>;
        readonly deprecated?: string | undefined;
      }
    >
  >;
}

/** A set of choices for one toolkit. Bit 0: it is absent; bit i + 1: its i-th version, lowest first. */
export type Choices = bigint;

export const ABSENT: Choices = 1n;

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
  readonly #byRange = new Map<string, Choices>();

  constructor(name: ToolkitName, known: ToolkitVersions | undefined) {
    this.name = name;
    this.unknown = known === undefined;
    this.#known = known ?? { distTags: {}, versions: {} };
    this.#parsed = Object.keys(this.#known.versions)
      .map((version) => new semver.SemVer(version))
      .sort((a, b) => semver.compare(a, b) || ordinalCompare(a.version, b.version));
    this.versions = this.#parsed.map(({ version }) => version as Version);
    this.all = (1n << BigInt(this.versions.length + 1)) - 1n;
  }

  get tags(): string[] {
    return Object.keys(this.#known.distTags).sort(ordinalCompare);
  }

  bitOf(index: number): Choices {
    return 1n << BigInt(index + 1);
  }

  /** The versions in a range by npm's rules (pre-releases only where the range names one of the same release), or
   * the one that a dist-tag is of. */
  within(range: string): Choices {
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
    return choices === 0n && ['*', 'x', ''].includes(range.trim()) ? this.within('latest') : choices;
  }

  #choicesOf(holds: (version: Version, index: number) => boolean): Choices {
    return this.versions.reduce(
      (choices, version, index) => (holds(version, index) ? choices | this.bitOf(index) : choices),
      0n,
    );
  }

  /** Sorted by name. */
  dependenciesOf(version: Version): { name: ToolkitName; range: string }[] {
    return Object.entries(this.#needs(version))
      .map(([name, range]) => ({ name: name as ToolkitName, range }))
      .sort((a, b) => ordinalCompare(a.name, b.name));
  }

  #needs(version: Version): Readonly<Record<ToolkitName, string>> {
    return this.#known.versions[version]?.toolkitDependencies ?? {};
  }

  /** All versions that need `dependency` in exactly this range: one fact instead of many. */
  needing(dependency: ToolkitName, range: string): Choices {
    return this.#choicesOf((version) => {
      const needs = this.#needs(version);
      return Object.hasOwn(needs, dependency) && needs[dependency] === range;
    });
  }

  /** The index to try: the preferred version, else the highest that is not deprecated, else the highest. */
  best(allowed: Choices, preferred: Version | undefined): number {
    const indices = this.versions
      .map((_, index) => index)
      .filter((index) => (allowed & this.bitOf(index)) !== 0n);
    const isCurrent = (index: number): boolean =>
      this.#known.versions[this.versions[index] as Version]?.deprecated === undefined;
    return (
      indices.find((index) => this.versions[index] === preferred) ??
      indices.findLast(isCurrent) ??
      indices.at(-1) ??
      -1
    );
  }
}

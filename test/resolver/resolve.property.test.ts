import fc from 'fast-check';
import semver from 'semver';
import { describe, expect, it } from 'vitest';
import { solved, type World } from './world.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const VERSIONS = ['1.0.0', '1.1.0', '2.0.0', '2.1.0-rc.1'];
const RANGES = ['*', '^1', '^1.1', '~1.0', '^2', '>=1.1', '<2', '2.1.0-rc.1', '^3'];

const range = fc.constantFrom(...RANGES);
const ranges = (names: readonly string[]) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), range), { selector: ([name]) => name, maxLength: 3 })
    .map((pairs) => Object.fromEntries(pairs) as Record<string, string>);
/** `x` is needed by some and published by none. */
const world = fc.dictionary(
  fc.constantFrom(...NAMES),
  fc.dictionary(fc.constantFrom(...VERSIONS), ranges([...NAMES, 'x']), { minKeys: 1 }),
  { noNullPrototype: true },
) as fc.Arbitrary<World>;

const fits = (version: string | undefined, wanted: string) =>
  version !== undefined && semver.satisfies(version, wanted);

/** Every choice of at most one version a name that meets all requests and dependencies: by trying all of them. */
function everySolution(published: World, requests: Record<string, string>): Record<string, string>[] {
  const names = Object.keys(published);
  let choices: Record<string, string>[] = [{}];
  for (const name of names)
    choices = choices.flatMap((choice) => [
      choice,
      ...Object.keys(published[name] ?? {}).map((version) => ({ ...choice, [name]: version })),
    ]);
  return choices.filter(
    (choice) =>
      Object.entries(requests).every(([name, wanted]) => fits(choice[name], wanted)) &&
      Object.entries(choice).every(([name, version]) =>
        Object.entries(published[name]?.[version] ?? {}).every(([needed, wanted]) =>
          fits(choice[needed], wanted),
        ),
      ),
  );
}

const shuffledObject = <T>(object: Record<string, T>, keys: readonly number[]): Record<string, T> =>
  Object.fromEntries(
    Object.entries(object)
      .map((pair, at) => ({ pair, key: keys[at % keys.length] ?? 0 }))
      .sort((a, b) => a.key - b.key)
      .map(({ pair }) => pair),
  );

describe('whatever is published and asked for', () => {
  it('a resolution is one of the solutions, holds nothing that is not needed, and is found if there is one', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), async (published, requests) => {
        const found = await solved(published, requests);
        const solutions = everySolution(published, requests);
        if (!Array.isArray(found)) {
          expect(solutions).toEqual([]);
          return;
        }
        const chosen = Object.fromEntries(found.map((pair) => pair.split(' ') as [string, string]));
        expect(solutions).toContainEqual(chosen);
        const smaller = solutions.filter((other) =>
          Object.entries(other).every(([name, v]) => chosen[name] === v),
        );
        expect(smaller).toEqual([chosen]);
      }),
      { numRuns: 1500 },
    );
  });

  it('the first requested toolkit gets the highest version that it has in any solution', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), async (published, requests) => {
        const [first] = Object.keys(requests).sort();
        const found = await solved(published, requests);
        if (first === undefined || !Array.isArray(found)) return;
        const best = everySolution(published, requests)
          .map((choice) => choice[first] ?? '')
          .sort(semver.rcompare)[0];
        expect(found).toContain(`${first} ${best}`);
      }),
      { numRuns: 800 },
    );
  });

  it('a lock that is still right does not move, and a newcomer that fits beside it moves nothing requested', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), ranges(NAMES), async (published, before, more) => {
        const old = await solved(published, before);
        if (!Array.isArray(old)) return;
        const preferred = Object.fromEntries(old.map((pair) => pair.split(' ') as [string, string]));
        expect(await solved(published, before, { preferred })).toEqual(old);
        const after = { ...more, ...before };
        const now = await solved(published, after, { preferred });
        const keepsAll = everySolution(published, after).some((choice) =>
          Object.entries(preferred).every(([name, version]) => choice[name] === version),
        );
        if (!keepsAll) return;
        for (const name of Object.keys(before)) expect(now).toContain(`${name} ${preferred[name]}`);
      }),
      { numRuns: 800 },
    );
  });

  it('the lowest version of the first requested toolkit is taken when the lowest are preferred', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), async (published, requests) => {
        const [first] = Object.keys(requests).sort();
        const found = await solved(published, requests, { prefer: 'lowest' });
        if (first === undefined || !Array.isArray(found)) return;
        const best = everySolution(published, requests)
          .map((choice) => choice[first] ?? '')
          .sort(semver.compare)[0];
        expect(found).toContain(`${first} ${best}`);
      }),
      { numRuns: 500 },
    );
  });

  it('an override counts in place of what toolkits ask for: as if they all asked for it', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), ranges(NAMES), async (published, requests, overrides) => {
        const rewritten: World = Object.fromEntries(
          Object.entries(published).map(([name, versions]) => [
            name,
            Object.fromEntries(
              Object.entries(versions).map(([version, needed]) => [
                version,
                Object.fromEntries(Object.keys(needed).map((key) => [key, overrides[key] ?? needed[key]!])),
              ]),
            ),
          ]),
        );
        const found = await solved(published, requests, { overrides });
        const same = await solved(rewritten, requests);
        if (Array.isArray(same)) expect(found).toEqual(same);
        else expect(found).toMatchObject({ kind: same.kind });
      }),
      { numRuns: 500 },
    );
  });

  it('the order of requests, toolkits, versions and dependencies changes nothing', async () => {
    const keys = fc.array(fc.nat(1000), { minLength: 5, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), keys, async (published, requests, order) => {
        const shuffled = shuffledObject(
          Object.fromEntries(
            Object.entries(published).map(([name, versions]) => [
              name,
              shuffledObject(
                Object.fromEntries(
                  Object.entries(versions).map(([version, needed]) => [
                    version,
                    shuffledObject(needed, order),
                  ]),
                ),
                order,
              ),
            ]),
          ),
          order,
        );
        expect(await solved(shuffled, shuffledObject(requests, order))).toEqual(
          await solved(published, requests),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('an unrelated toolkit moves nothing else', async () => {
    await fc.assert(
      fc.asyncProperty(world, ranges(NAMES), world, ranges(NAMES), async (one, asked, other, more) => {
        // The second world lives between the names of the first: a < aa < b.
        const rename = (name: string) => `${name}a`;
        const renamed: World = Object.fromEntries(
          Object.entries(other).map(([name, versions]) => [
            rename(name),
            Object.fromEntries(
              Object.entries(versions).map(([version, needed]) => [
                version,
                Object.fromEntries(Object.entries(needed).map(([key, wanted]) => [rename(key), wanted])),
              ]),
            ),
          ]),
        );
        const both = {
          ...asked,
          ...Object.fromEntries(Object.entries(more).map(([name, wanted]) => [rename(name), wanted])),
        };
        const alone = await solved(one, asked);
        const together = await solved({ ...one, ...renamed }, both);
        if (!Array.isArray(together)) return;
        expect(together.filter((pair) => !pair.includes('a ') || pair.startsWith('a '))).toEqual(alone);
      }),
      { numRuns: 500 },
    );
  });
});

import { afterAll, describe, expect, test } from '@jest/globals';
import { countsOf } from '../../../test/faults/harness/counts.js';
import { rounds } from '../../../test/faults/harness/rounds.js';
import { bootstrapInterval } from './bootstrap-interval.js';
import { randomOf, type Random } from './random.js';
import { verdictOf } from './verdict.js';

const counts = countsOf('statistics of evaluations');

/** How scenarios are drawn: each has criteria that a solution meets with a probability of its own, so that scores are bounded, skewed and full of ties. */
interface Design {
  /** The probability without the context is `least` + `range` · uᵉ for an even u and e = `skew`. */
  readonly least: number;
  readonly range: number;
  readonly skew: number;
  readonly criteria: number;
  readonly repeats: number;
  /** The share of scenarios that gain, and the share of the missing points that each of them gains. */
  readonly helped: number;
  readonly gain: number;
}

const checklist: Design = {
  least: 0.1,
  range: 0.8,
  skew: 1,
  criteria: 8,
  repeats: 5,
  helped: 0.7,
  gain: 0.3,
};
const designs: Readonly<Record<string, Design>> = {
  'five repeats of a checklist': checklist,
  'one repeat of a checklist': { ...checklist, repeats: 1 },
  'three criteria': { ...checklist, criteria: 3, repeats: 2 },
  'hard scenarios': { ...checklist, least: 0, range: 0.9, skew: 2.5, repeats: 3 },
  'easy scenarios': { ...checklist, least: 0.5, range: 0.5, skew: 0.6, repeats: 3 },
  'a context for a third of the scenarios': { ...checklist, helped: 0.33, gain: 0.7 },
};

const baseOf = ({ least, range, skew }: Design): number => least + range / (skew + 1);
const liftOf = (design: Design): number => design.helped * design.gain * (1 - baseOf(design));
const share = (random: Random): number => random() / 2 ** 32;

function scoreOf(probability: number, criteria: number, random: Random): number {
  let met = 0;
  for (let at = 0; at < criteria; at += 1) if (share(random) < probability) met += 1;
  return met / criteria;
}

const several = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

/** Pairs of scores of so many scenarios, without and with the context. */
const drawn = (design: Design, scenarios: number, random: Random) =>
  several(scenarios, () => {
    const base = design.least + design.range * share(random) ** design.skew;
    const gain = share(random) < design.helped ? design.gain : 0;
    const treated = base + gain * (1 - base);
    return several(
      design.repeats,
      () =>
        [
          scoreOf(base, design.criteria, random),
          scoreOf(treated, design.criteria, random),
        ] as const,
    );
  });

type Drawn = ReturnType<typeof drawn>;
const differences = (run: Drawn) => run.map((pairs) => pairs.map(([without, w]) => w - without));
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How far a share of so many rounds may be from the true one by chance: three standard errors. By day there are few rounds; 10,000 must be within the limits. */
const chance = (of: number): number => (of >= 10_000 ? 0 : 3 * Math.sqrt((0.05 * 0.95) / of));

describe('runs of no effect', () => {
  const SIZES = [3, 6, 8, 12, 20, 30, 60, 100];
  const each = rounds(60, 1250);

  test('are called different in at most 5 of 100', () => {
    let called = 0;
    for (const scenarios of SIZES)
      for (let round = 0; round < each; round += 1) {
        const name = Object.keys(designs)[round % 6]!;
        const seed = `no effect/${scenarios}/${round}`;
        const run = drawn({ ...designs[name]!, gain: 0 }, scenarios, randomOf(seed));
        const { verdict } = verdictOf(differences(run), seed);
        counts.add('runs of no effect');
        if (verdict !== 'improves' && verdict !== 'harms') continue;
        called += 1;
        counts.add(`of ${scenarios} called different`);
      }
    const all = SIZES.length * each;
    expect(called).toBeGreaterThan(0);
    expect(called / all).toBeLessThanOrEqual(0.05 + chance(all));
  });
});

describe('intervals', () => {
  const SIZES = [8, 12, 20, 50, 100];
  const each = rounds(20, 2000);
  let covered = 0;
  let all = 0;

  test.each(Object.entries(designs))('cover the true value: %s', (name, design) => {
    let lifts = 0;
    let means = 0;
    for (const scenarios of SIZES)
      for (let round = 0; round < each; round += 1) {
        const random = randomOf(`${name}/${scenarios}/${round}`);
        const run = drawn(design, scenarios, random);
        const lift = bootstrapInterval(differences(run).map(meanOf), { low: -1, high: 1 }, random)!;
        const mean = bootstrapInterval(
          run.map((pairs) => meanOf(pairs.map(([without]) => without))),
          { low: 0, high: 1 },
          random,
        )!;
        if (lift.low <= liftOf(design) && liftOf(design) <= lift.high) lifts += 1;
        if (mean.low <= baseOf(design) && baseOf(design) <= mean.high) means += 1;
      }
    const of = SIZES.length * each;
    counts.add(`of ${of} intervals of the lift (${name})`, lifts);
    counts.add(`of ${of} intervals of the mean (${name})`, means);
    for (const share of [lifts / of, means / of]) {
      expect(share).toBeGreaterThanOrEqual(0.93 - chance(of));
      expect(share).toBeLessThanOrEqual(0.97 + chance(of));
    }
    covered += lifts + means;
    all += 2 * of;
  });

  afterAll(() => {
    counts.add(`of ${all} intervals altogether`, covered);
  });
});

describe('the number of scenarios that a verdict names', () => {
  /** The design with a lift of exactly ten points. */
  const tenPoints = (design: Design): Design => ({
    ...design,
    gain: 0.1 / (design.helped * (1 - baseOf(design))),
  });

  test.each([
    ['one repeat of a checklist', 8],
    ['one repeat of a checklist', 12],
    ['three criteria', 8],
    ['a context for a third of the scenarios', 8],
    ['hard scenarios', 8],
    ['easy scenarios', 6],
    ['five repeats of a checklist', 6],
  ])('has a power of about 80 %: %s, %i scenarios', (name, scenarios) => {
    const design = tenPoints(designs[name]!);
    const wanted = rounds(150, 2000);
    let shown = 0;
    let tried = 0;
    for (let round = 0; tried < wanted; round += 1) {
      const seed = `power/${name}/${scenarios}/${round}`;
      const first = verdictOf(differences(drawn(design, scenarios, randomOf(seed))), seed);
      if (first.verdict !== 'underpowered') continue;
      tried += 1;
      const second = drawn(design, first.needed ?? 0, randomOf(`${seed}/again`));
      if (verdictOf(differences(second), seed).verdict === 'improves') shown += 1;
    }
    counts.add(`of ${wanted} shown with the named number (${name}, ${scenarios})`, shown);
    const error = wanted >= 2000 ? 0 : 3 * Math.sqrt((0.8 * 0.2) / wanted);
    expect(shown / wanted).toBeGreaterThanOrEqual(0.75 - error);
    expect(shown / wanted).toBeLessThanOrEqual(0.85 + error);
  });
});

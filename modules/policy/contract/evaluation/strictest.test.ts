import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { moderationStatuses } from '../../../registry/contract/version-view.js';
import type { Release } from '../../../registry/contract/releases.js';
import { severities } from '../../../registry/contract/scanners.js';
import {
  decisions,
  evaluate,
  type Circumstances,
  type PluginFacts,
  type Source,
} from './evaluate.js';
import {
  freeInstall,
  installFields,
  leastPatterns,
  publishFields,
  registryScopes,
  strictest,
  type InstallRules,
  type Level,
  type PublishRules,
} from './rules.js';

const RUNS = 300;
const property = <T>(values: fc.Arbitrary<T>, holds: (value: T) => void) => {
  fc.assert(fc.property(values, holds), { numRuns: RUNS });
};

const NOW = new Date('2026-03-01T00:00:00.000Z');
const DAY = 24 * 60 * 60 * 1000;
const severity = fc.option(fc.constantFrom(...severities));
const words = fc.constantFrom('acme', 'globex', 'tools');
const host = fc.constantFrom('a.example', 'b.example');
const pattern = fc.record({
  host,
  path: fc.oneof(
    words,
    fc.tuple(words, words).map((parts) => parts.join('/')),
  ),
});

const installRules: fc.Arbitrary<InstallRules> = fc.record({
  'securityThreshold.minSeverityToWarn': severity,
  'securityThreshold.minSeverityToBlock': severity,
  'sourceRestriction.registryScope': fc.constantFrom(...registryScopes),
  'sourceRestriction.allowGitSources': fc.boolean(),
  'sourceRestriction.gitSourceAllowlist': fc.option(
    fc.array(pattern, { maxLength: 4 }).map(leastPatterns),
  ),
  'minimumReleaseAge.days': fc.nat({ max: 5 }),
});
const publishRules: fc.Arbitrary<PublishRules> = fc.record({
  'securityThreshold.minSeverityToBlock': severity,
  blockPublicTilePublish: fc.boolean(),
});

const at = <R>(level: string, rules: R): Level<R> => ({ level, rules });
const join = (...rules: readonly InstallRules[]): InstallRules =>
  strictest(
    installFields,
    rules.map((one) => at('org', one)),
  ).rules;
const joinPublish = (...rules: readonly PublishRules[]): PublishRules =>
  strictest(
    publishFields,
    rules.map((one) => at('org', one)),
  ).rules;

describe('the strictest of several policies', () => {
  it('does not depend on their order', () => {
    property(fc.tuple(installRules, installRules), ([a, b]) => {
      expect(join(a, b)).toEqual(join(b, a));
    });
    property(fc.tuple(publishRules, publishRules), ([a, b]) => {
      expect(joinPublish(a, b)).toEqual(joinPublish(b, a));
    });
  });

  it('does not depend on how they are grouped', () => {
    property(fc.tuple(installRules, installRules, installRules), ([a, b, c]) => {
      expect(join(join(a, b), c)).toEqual(join(a, join(b, c)));
      expect(join(join(a, b), c)).toEqual(join(a, b, c));
    });
    property(fc.tuple(publishRules, publishRules, publishRules), ([a, b, c]) => {
      expect(joinPublish(joinPublish(a, b), c)).toEqual(joinPublish(a, joinPublish(b, c)));
    });
  });

  it('of a policy and itself, or of one that says nothing, is that policy', () => {
    property(installRules, (a) => {
      expect(join(a, a)).toEqual(a);
      expect(join(a, freeInstall)).toEqual(a);
      expect(join(a)).toEqual(a);
    });
  });

  it('names the levels that each field comes from', () => {
    property(fc.array(installRules, { minLength: 1, maxLength: 3 }), (all) => {
      const names = ['org', 'workspace', 'project'];
      const levels = all.map((rules, place) => at(names[place]!, rules));
      const { rules, sources } = strictest(installFields, levels);
      for (const path of Object.keys(rules) as (keyof InstallRules)[]) {
        const saying = levels.filter(({ level }) => sources.get(path)?.includes(level));
        expect(sources.has(path)).toBe(
          JSON.stringify(rules[path]) !== JSON.stringify(freeInstall[path]),
        );
        // what is said elsewhere changes nothing
        if (sources.has(path))
          expect(join(...saying.map((one) => one.rules))[path]).toEqual(rules[path]);
      }
    });
  });
});

const release: fc.Arbitrary<Release> = fc.record({
  version: fc.constantFrom('3.0.0', '2.1.0', '2.0.0', '2.0.0-beta', '1.0.0'),
  publishedAt: fc.nat({ max: 8 }).map((days) => new Date(NOW.getTime() - days * DAY)),
  moderationStatus: fc.constantFrom(...moderationStatuses),
  severity,
  archived: fc.boolean(),
});
const facts: fc.Arbitrary<PluginFacts> = fc.record({
  ownership: fc.constantFrom('own' as const, 'svc' as const, 'other' as const),
  releases: fc
    .uniqueArray(release, { selector: ({ version }) => version, maxLength: 4 })
    .map((releases) => releases.sort((a, b) => (a.version < b.version ? 1 : -1))),
});
const source: fc.Arbitrary<Source> = fc.oneof(
  fc.record({
    kind: fc.constant('registry' as const),
    name: fc.constantFrom('acme/a', 'acme/b'),
    version: fc.constantFrom('latest', '3.0.0', '2.0.0', '1.0.0'),
  }),
  fc.record({
    kind: fc.constant('git' as const),
    host,
    path: fc.tuple(words, words).map((parts) => parts.join('/')),
  }),
  fc.constant({ kind: 'file' as const }),
);
interface Known {
  readonly a: PluginFacts;
  readonly b: PluginFacts;
  readonly wanted: string | null;
}
const world: fc.Arbitrary<Known> = fc.record({
  a: facts,
  b: facts,
  wanted: fc.option(fc.constantFrom('latest', '1.0.0', '9.9.9')),
});

const circumstances = (rules: readonly InstallRules[], { a, b, wanted }: Known): Circumstances => ({
  policy: strictest(
    installFields,
    rules.map((one) => at('org', one)),
  ),
  prescribed: new Map(wanted === null ? [] : [['acme/a', wanted]]),
  plugins: new Map([
    ['acme/a', a],
    ['acme/b', b],
  ]),
  now: NOW,
});

describe('a decision', () => {
  const strictness = (rules: readonly InstallRules[], one: Source, known: Known): number =>
    decisions.indexOf(evaluate(one, circumstances(rules, known)).decision);

  it('is never loosened by one more policy', () => {
    property(
      fc.tuple(fc.array(installRules, { maxLength: 2 }), installRules, source, world),
      ([rules, more, one, known]) => {
        expect(strictness([...rules, more], one, known)).toBeGreaterThanOrEqual(
          strictness(rules, one, known),
        );
      },
    );
  });

  it('is the strictest of its reasons, and names a version to take instead only for one that is too new and that nothing blocks', () => {
    property(fc.tuple(installRules, source, world), ([rules, one, known]) => {
      const here = circumstances([rules], known);
      const { decision, reasons, fallbackSource } = evaluate(one, here);
      const levels = reasons.map(({ level }) => level);
      expect(decision).toBe(
        levels.includes('block') ? 'block' : levels.includes('warn') ? 'warn' : 'allow',
      );
      if (fallbackSource === null) return;
      expect(reasons.map(({ kind }) => kind)).toContain('release-age');
      expect(evaluate(fallbackSource, here).decision).not.toBe('block');
    });
  });
});

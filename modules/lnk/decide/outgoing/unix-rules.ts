import type { Configuration } from '../../config/resolve/configuration.js';
import type { AppliedRule } from '../first-rules.js';
import { builtInRule, fieldRule, listRules } from '../rules.js';
import type { OutgoingFinder, OutgoingVerdict, UnixQuestion } from './outgoing-question.js';

type Finder = OutgoingFinder<UnixQuestion>;

const STREAMS = 'feature.network.outgoing.unix_streams';

const streams: Finder = async ({ configuration, path }) => {
  const patterns = (configuration.value(STREAMS) ?? []) as readonly string[];
  if (patterns.length === 0) return [];
  const { search } = await import('../../patterns/search.js');
  const results = await search(patterns, [path]);
  const hits = results.flatMap(({ matched }, index) =>
    matched === null ? [] : [matching(configuration, index, patterns[index] ?? '')],
  );
  const reason = 'matches no pattern of the list';
  const otherwise = fieldRule(configuration, [STREAMS], { verdict: 'local', reason });
  return listRules<AppliedRule<OutgoingVerdict>>({ size: patterns.length, hits, otherwise });
};

const matching = (
  configuration: Configuration,
  index: number,
  pattern: string,
): AppliedRule<OutgoingVerdict> =>
  fieldRule(configuration, [STREAMS, index], { verdict: 'remote', reason: `matches ${pattern}` });

const byDefault: Finder = () =>
  builtInRule('the default of Unix sockets', { verdict: 'local', reason: 'is a Unix socket' });

/** The rules for Unix sockets, the strongest first. */
export const UNIX_RULES: readonly Finder[] = [streams, byDefault];

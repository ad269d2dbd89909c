import { shortened } from '../../../../../toolbox/shortened.js';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import { severities } from '../../../contract/scanners.js';
import type { VersionView } from '../../../contract/version-view.js';
import { knownTabs } from './known-tabs.js';
import type { Badge } from './moderation-words.js';

const LONGEST = 60;
const tones = ['plain', 'good', 'warn', 'bad'] as const;
const MILD: readonly unknown[] = severities.slice(0, 2);

/** What a module knows of a version in a few words, and the tab that says more. */
export interface FactBadge extends Badge {
  readonly href: string;
}

/** A badge for each fact that has words: its label, else the first line of its text. */
export function factBadges({ facts = {} }: Pick<VersionView, 'facts'>, base: string): FactBadge[] {
  return Object.entries(facts).flatMap(([name, fact]) => {
    const { label, text, overallSeverity, tone } = fieldsOf(fact);
    const words = typeof label === 'string' ? label : firstLine(name, text);
    const tab = knownTabs.find((known) => known.fact === name);
    return words === undefined
      ? []
      : [
          {
            text: words,
            tone: tones.find((known) => known === tone) ?? toneOf(overallSeverity),
            href: tab ? `${base}/${tab.id}` : '',
          },
        ];
  });
}

function firstLine(name: string, text: unknown): string | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const [line = ''] = text.trim().split('\n');
  return shortened(`${name}: ${line}`, LONGEST);
}

/** Of a fact about findings: how bad the worst one is, `null` for none. */
function toneOf(severity: unknown): Badge['tone'] {
  if (severity === null) return 'good';
  if (!(severities as readonly unknown[]).includes(severity)) return 'plain';
  return MILD.includes(severity) ? 'warn' : 'bad';
}

import type { Solution } from '../../server/cells/solution.js';
import { withheld } from './withheld.js';

export interface Piece {
  readonly name: string;
  readonly text: string;
}

/** What a judge is shown of a solution, and quotes from. */
export type Artefacts = readonly Piece[];

/** Characters of each piece: together about 30,000 tokens. */
const most = { answer: 12_000, patch: 60_000, transcript: 20_000 } as const;
const MOST_NAMES = 300;
/** That much more is looked at, because a cut may not save half of a sentence to the judge. */
const MORE = 2;

export const names = {
  answer: 'Last message of the agent',
  changed: 'Files that were added or changed',
  patch: 'Changes of the files, as a patch',
  transcript: 'End of the output of the agent',
} as const;

/** Pieces without text are left out: none at all is a solution that did nothing. */
export function artefactsOf({
  answer,
  changed,
  diff,
  transcript,
}: Pick<Solution, 'answer' | 'changed' | 'diff' | 'transcript'>): Artefacts {
  const listed = changed.slice(0, MOST_NAMES).join('\n');
  const more = changed.length - MOST_NAMES;
  return [
    {
      name: names.answer,
      text: within(withheld(within(answer ?? '', MORE * most.answer)), most.answer),
    },
    {
      name: names.changed,
      text: withheld(listed) + (more > 0 ? `\n${cut(`${more} more`)}` : ''),
    },
    { name: names.patch, text: within(withheld(within(diff, MORE * most.patch)), most.patch) },
    { name: names.transcript, text: endOf(withheld(readable(endOf(transcript, MORE))), 1) },
  ].filter(({ text }) => text.trim() !== '');
}

/** Agents write JSON, in which texts have no lines. */
const readable = (transcript: string): string =>
  transcript
    .replace(/(?<!\\)((?:\\\\)*)\\n/g, '$1\n')
    .replace(/\\t/g, '\t')
    .replace(/\\"/g, '"');

/** The beginning and the end of a long text. */
function within(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const head = Math.floor(longest * 0.75);
  return `${text.slice(0, head)}\n${cut(`${text.length - longest} characters`)}\n${text.slice(-(longest - head))}`;
}

const endOf = (transcript: string, times: number): string =>
  transcript.slice(-most.transcript * times);

const cut = (what: string): string => `[left out: ${what}]`;

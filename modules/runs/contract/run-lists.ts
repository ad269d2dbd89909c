import { defineExtensionPoint, type Constructor, type Invoke } from 'svc-registry/kernel';
import type { Tone } from '../../web/contract/badges.js';

/** Where a run stands, in the words that all kinds of runs share. */
export const runStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];

/** A kind of runs. */
export interface RunListData {
  /** What several of them are called: `Launches`. */
  readonly title: string;
  /** What one of them is called: `Launch`. */
  readonly one: string;
  /** The command that starts one: `svc launch skill`. */
  readonly command?: string;
  /** Its place among the other kinds: a lower number stands further to the left. */
  readonly order: number;
  /** Whether a run that waits needs an answer of a person. The front page then shows it to the members of its workspace. */
  readonly asks?: boolean;
}

/** A step of a run, such as a turn of a task, with a page of its own. */
export interface RunStep {
  /** `Turn 2`. */
  readonly name: string;
  /** The page that shows it: a path of this server. */
  readonly href: string;
  readonly state: RunState;
}

/** A run in the list. */
export interface RunRow {
  readonly id: string;
  /** The page that shows it: a path of this server. */
  readonly href: string;
  readonly name: string;
  readonly state: RunState;
  /** What came of it, in a few words; empty where there is nothing to say. */
  readonly result: string;
  /** Whether that is good or bad, for a result of one or two words; left out for a sentence. */
  readonly tone?: Tone;
  /** When it was requested: rows are sorted by it. */
  readonly startedAt: string;
  /** Who or what has started it, if that is known: `ann@example.com`. */
  readonly by?: string | null | undefined;
  /** The steps that it consists of, the first one first; left out where it has no pages for them. */
  readonly steps?: readonly RunStep[];
}

/** What part of a list is asked for. */
export interface RunRowsRequest {
  /** Name or id of the workspace. */
  readonly workspace: string;
  /** Only runs in this state. A kind that has no such state answers an empty page. */
  readonly state?: RunState | undefined;
  /** `next` of the page before. */
  readonly after?: string | undefined;
  /** The most rows, 100 at most. */
  readonly pageSize: number;
  /** Calls operations as the person who looks. */
  readonly invoke: Invoke;
}

export interface RunRows {
  /** The newest first. */
  readonly rows: readonly RunRow[];
  /** Where the next page begins; `null` on the last one. */
  readonly next: string | null;
}

/** Lists the runs of one kind. */
export interface RunList {
  /** A page of the runs of a workspace, which the module's own operation lists. A refusal of that operation is passed on; any other error, and a list that takes longer than three seconds, leaves a sentence in place of these runs. */
  rows(request: RunRowsRequest): Promise<RunRows>;
}

/** Kinds of runs in the list at `/runs`. The id names the kind in its address. Server facet. */
export const runListsPoint = defineExtensionPoint<RunListData, Constructor<RunList>>(
  'runs.lists',
  {
    fields: { title: 'text', one: 'text', 'command?': 'text', order: { min: 0 }, 'asks?': 'flag' },
  },
  { pattern: '^[a-z][a-z-]*$', is: 'small letters and "-", beginning with a letter' },
);

import type { Badge } from './badges.js';
import type { Fact } from './facts.js';

/**
 * What a page says first of anything that runs: the value `run` of a template that extends `web/run.njk`. Its blocks are `summary`, what came of
 * it, `actions`, further links beside "Look again", and `parts`, everything else.
 */
export interface RunHead {
  /** What it is: `Launch`. */
  readonly kind: string;
  /** What people know it by. */
  readonly name: string;
  /** Name of the workspace that the run belongs to: the breadcrumbs lead to the list of its runs. Left out for a run without a workspace. */
  readonly workspace?: string;
  /** The pages that this one belongs to, such as the list of its kind, from the outermost. "Runs" and the workspace stand before them where there is a list of runs. */
  readonly above: readonly (readonly [text: string, href: string])[];
  readonly state: Badge;
  /** How far it is, or what came of it, as a sentence; empty where there is nothing to say. */
  readonly lead: string;
  /** Whether the page may look different soon: it can then reload itself. */
  readonly goesOn: boolean;
  /** Whether nothing will happen any more. */
  readonly over: boolean;
  /** Few and short, for one line: who, when, how long, what it costs. */
  readonly facts: readonly Fact[];
  /** The page that asks whether to cancel it, and the text of the link there; `null` where this cannot be done. */
  readonly cancel: readonly [text: string, href: string] | null;
}

import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';
import type { PageRequest, Redirect, View } from './pages.js';

/** A part of the front page. */
export interface FrontPartData {
  /** What it shows. */
  readonly summary: string;
  /** Who sees it: people who are not signed in, or those who are. */
  readonly for: 'strangers' | 'signed-in' | 'anyone';
  /** Its place among the others: a lower number stands further up. Below 10: above what waits for the person. */
  readonly order: number;
}

/** Something that somebody should look at, on the list "Waiting for you". */
export interface Waiting {
  /** What it is, as a sentence: "Version 1.2.0 of acme/review is hidden: its moderation has failed." */
  readonly text: string;
  /** Why, in the words of a program or an agent. At most two lines are shown: the page has the whole. */
  readonly detail?: string | undefined;
  /** The page that shows it: a path of this server. */
  readonly href: string;
  /** When it happened, or is going to. */
  readonly at?: string | undefined;
}

/** The code of a part. Each may be left out. One that throws, or takes longer than three seconds, leaves a sentence in its place, and the log has the cause. */
export interface FrontPart {
  /** Where this visitor goes instead of the front page, such as to the set-up of a new server. */
  instead?(request: PageRequest): Promise<Redirect | undefined>;
  /** A section with a heading of its own, `<h2>`; `undefined` where there is nothing to show. */
  section?(request: PageRequest): Promise<View | undefined>;
  /** What waits for this person, most urgent first; at most ten are shown of each part. Asked for signed-in people only. */
  waiting?(request: PageRequest): Promise<readonly Waiting[]>;
}

/** Parts of the front page, which is the page at `/`: what the server offers, and what waits for the person. */
export const frontPagePoint = defineExtensionPoint<FrontPartData, Constructor<FrontPart>>(
  'web.frontPage',
  { fields: { summary: 'text', for: ['strangers', 'signed-in', 'anyone'], order: { min: 0 } } },
);

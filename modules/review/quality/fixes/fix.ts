import type { BundleFile } from '../../engine/analyse.js';
import type { SkillText } from './skill-texts.js';

export const fixKinds = ['quoted-value', 'field-order', 'link-target', 'contents-list'] as const;
export type FixKind = (typeof fixKinds)[number];

/** A change that needs no judgement, and why it was made. */
export interface Fix {
  readonly kind: FixKind;
  readonly file: string;
  /** Line of the fault in the text before the change, from 1. */
  readonly line: number;
  /** What was wrong and what stands there now, in one sentence. */
  readonly explanation: string;
}

/** A text after a fix of one kind; the same text if there was nothing to do. */
export interface Fixed {
  readonly text: string;
  readonly fixes: readonly Fix[];
}

/** One kind of fix. Looks at one text; `files` are all of the bundle. */
export type Fixer = (file: SkillText, files: readonly Pick<BundleFile, 'path'>[]) => Fixed;

export const unchanged = (text: string): Fixed => ({ text, fixes: [] });

import { createHash } from 'node:crypto';

/** One file that is to be replaced. */
export interface PlannedWrite {
  /** Relative to the folder of the skill, with `/`. */
  readonly path: string;
  /** SHA-256 that the file must have, in lower-case hex. */
  readonly before: string;
  readonly content: Uint8Array;
}

/** What a fix run writes to one skill. */
export interface WritePlan {
  /** Folder of the skill. Absolute. */
  readonly folder: string;
  /** All files of the skill as they were when the run began. */
  readonly baseline: readonly { readonly path: string; readonly sha256: string }[];
  readonly writes: readonly PlannedWrite[];
}

export const sha256Of = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

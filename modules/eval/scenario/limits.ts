import { forms } from '../contract/forms.js';

/** What a scenario may have. Bytes, unless said otherwise. */
export const limits = {
  /** Of `task.md`, `criteria.json` and `scenario.json` each. */
  fileBytes: 256 * 1024,
  /** Criteria of a checklist: each may be a question to a judge. */
  criteria: 200,
  points: forms.points,
  /** Characters of a pattern. */
  pattern: 1_000,
  /** Entries of a folder that are looked at for links. */
  entries: 5_000,
};

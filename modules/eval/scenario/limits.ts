/** What a scenario may have. Bytes, unless said otherwise. */
export const limits = {
  /** Of `task.md`, `criteria.json` and `scenario.json` each. */
  fileBytes: 256 * 1024,
  /** Criteria of a checklist: each may be a question to a judge. */
  criteria: 200,
  /** Points of a criterion. */
  points: 1_000_000,
  /** Characters of a pattern. */
  pattern: 1_000,
  /** Entries of a folder that are looked at for links. */
  entries: 5_000,
};

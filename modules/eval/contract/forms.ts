/** Form of texts in requests. */
export const forms = {
  workspace: 200,
  /** Points of a criterion. */
  points: 1_000_000,
  /** Names of skills. */
  skill: 200,
  /** Ids of agents. */
  agent: { form: /^[a-z][a-z\d-]{0,63}$/, message: 'is the id of an agent, such as claude-code' },
  label: { form: /^[^\p{Cc}]*$/u, message: 'has no control characters' },
  fingerprint: { form: /^[0-9a-f]{64}$/, message: 'is a SHA-256 in lower-case hex' },
} as const;

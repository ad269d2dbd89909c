/** Forms of the texts in inputs. */
export const forms = {
  /** Maximum length of a workspace's name or id, in characters. */
  workspace: 201,
  /** Text without control and invisible characters: every database can store it, and it cannot be mistaken for another text. */
  name: {
    form: /^[^\p{Cc}\p{Cf}\p{Cs}]*$/u,
    message: '$property must not have control characters',
  },
} as const;

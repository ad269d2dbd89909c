/** What environments may be called, and how large they may be. */
export const environmentRules = {
  name: {
    form: /^(?![0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$)[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/,
    message:
      '$property must be 1 to 100 letters, digits, ".", "_" and "-", begin with a letter or a digit, and be no UUID',
  },
  /** Of a `.env` text, and of all names and values together. */
  bytes: 64 * 1024,
  keys: 200,
} as const;

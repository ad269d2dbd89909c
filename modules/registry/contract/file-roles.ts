/** What a file of a plugin is for. The first role that fits counts. */
export const fileRoles = [
  /** Agents read or obey it by themselves: skills, rules, commands, the manifest, `.mcp.json`. */
  'instructions',
  /** Data of tests and of evaluation scenarios. */
  'fixture',
  /** Tests the plugin's programs. */
  'test',
  /** A program, wherever it lies. */
  'script',
  /** For people: a README, a license, what lies in `docs/`. */
  'documentation',
  /** Everything else: agents read or use it when something names it. */
  'reference',
] as const;
/** One of `fileRoles`. */
export type FileRole = (typeof fileRoles)[number];

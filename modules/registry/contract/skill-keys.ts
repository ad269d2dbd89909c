/** Keys of the front matter of a `SKILL.md` that the format or an agent documents. */
export const SKILL_KEYS: readonly string[] = [
  'name',
  'description',
  'license',
  'compatibility',
  'allowed-tools',
  'metadata',
  'schemas',
  'version',
  'model',
  'disable-model-invocation',
  'user-invocable',
  'argument-hint',
];

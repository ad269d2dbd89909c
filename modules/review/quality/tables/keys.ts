/** Keys of front matter that the format or an agent documents. */
export const KNOWN_KEYS: ReadonlySet<string> = new Set([
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
]);

/** Words that registries keep for names of their own. */
export const RESERVED_WORDS: readonly string[] = ['anthropic', 'claude'];

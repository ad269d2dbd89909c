/** Words that registries keep for names of their own. */
export const RESERVED_WORDS: readonly string[] = ['anthropic', 'claude'];

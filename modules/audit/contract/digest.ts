/** What the first day's digest is chained to. */
export const NO_DIGEST = '0'.repeat(64);

/** What a day's digest is the SHA-256 of. */
export const digestInput = (previous: string, lines: readonly string[]): string => [previous, ...lines].join('\n');

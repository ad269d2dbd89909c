export const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code;

export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** The file system, or what this user may have of it. */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

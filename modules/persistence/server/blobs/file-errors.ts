import { codeOf } from '../../../../toolbox/file-errors.js';

/** The file system, or what this user may have of it. */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

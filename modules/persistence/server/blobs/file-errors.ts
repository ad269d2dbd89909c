import { codeOf } from '../../../../toolbox/file-errors.js';

/** True when the file system or the user's quota is full. */
export const isFull = (error: unknown): boolean =>
  codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT';

import { REVIEWER_FOLDER } from '../../contract/reviewers.js';

export const isOfReviewer = (path: string): boolean => path.startsWith(REVIEWER_FOLDER);

/** The files of the subject alone. */
export const subjectFiles = <F extends { readonly path: string }>(
  files: readonly F[],
): readonly F[] => files.filter(({ path }) => !isOfReviewer(path));

/** Where a reviewer plugin travels in the archive of the subject. Quality reviews never look at this folder as a part of the subject. */
export const REVIEWER_FOLDER = '.svc-reviewer/';

export const isOfReviewer = (path: string): boolean => path.startsWith(REVIEWER_FOLDER);

/** The files of the subject alone. */
export const subjectFiles = <F extends { readonly path: string }>(
  files: readonly F[],
): readonly F[] => files.filter(({ path }) => !isOfReviewer(path));

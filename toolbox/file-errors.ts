/** The code of an error that node has thrown, such as `ENOENT`; `undefined` for everything else. */
export const codeOf = (error: unknown): unknown =>
  (error as { readonly code?: unknown } | null | undefined)?.code;

/** True when the path, or a folder above it, does not exist. */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Like `isMissing`, but also true when a parent folder is a file: a home may be `/dev/null`. */
export const isNowhere = (error: unknown): boolean =>
  isMissing(error) || codeOf(error) === 'ENOTDIR';

/** The result of reading a path; `undefined` when it does not exist. All other errors are thrown. */
export async function ifThere<T>(
  look: Promise<T>,
  isAbsent: (error: unknown) => boolean = isMissing,
): Promise<T | undefined> {
  try {
    return await look;
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw error;
  }
}

/** Adds the path to errors of `work`: node names no path for open files, and for files that are replaced it names the temporary one. */
export async function atPath<T>(path: string, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw typeof (error as { readonly syscall?: unknown } | null)?.syscall === 'string'
      ? Object.assign(error as object, { path })
      : error;
  });
}

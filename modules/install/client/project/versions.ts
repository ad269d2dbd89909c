/*
 * Not the semver package: `svc list` must stay quick, and only needs to validate versions. Comparing them is done
 * by `newer-version.ts`, which loads it.
 */
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[A-Za-z-][0-9A-Za-z-]*)';
const VERSION = new RegExp(
  `^(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)\\.(?:0|[1-9]\\d*)(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[0-9A-Za-z-]+(?:\\.[0-9A-Za-z-]+)*)?$`,
);

/** True for a full semantic version. */
export function validVersion(version: string): boolean {
  return version.length <= 256 && VERSION.test(version);
}

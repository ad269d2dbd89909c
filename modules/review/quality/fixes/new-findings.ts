import type { Finding } from '../../engine/report.js';

/** The findings that were not there before, in their order. A line that was only put in quotes is the same line. */
export function newFindings(
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Finding[] {
  const fingerprints = new Set(before.map(({ fingerprint }) => fingerprint));
  const left = before.map(alike);
  return after.filter((finding) => {
    if (fingerprints.has(finding.fingerprint)) return false;
    const at = left.indexOf(alike(finding));
    if (at === -1) return true;
    left.splice(at, 1);
    return false;
  });
}

/** What stays the same when a value is put in quotes. */
function alike({ rule, severity, file, excerpt, decoded }: Finding): string {
  const bare = excerpt.replace(/["'\\]/g, '');
  return JSON.stringify([rule, severity, file, bare, decoded?.text]);
}

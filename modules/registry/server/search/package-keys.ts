import { invalidInput } from 'svc-registry/kernel';
import { looksLikePackageUrl, parsePackageUrl, type PackageUrl } from '../../format/package-url.js';

/** More are of no use, and would make a response many times larger than its request. */
const MAX_ISSUES = 100;

function parsed(purl: string): PackageUrl | string {
  return looksLikePackageUrl(purl) ? parsePackageUrl(purl) : 'it does not begin with "pkg:"';
}

/** What each package URL is looked up as. Throws `invalid_input` with the index of each text that is not a package URL. */
export function packageKeys(purls: readonly string[]): ReadonlyMap<string, string> {
  const keys = new Map<string, string>();
  const problems = purls.flatMap((purl, at) => {
    const result = parsed(purl);
    if (typeof result === 'string')
      return [{ field: `purls[${at}]`, message: `is not a package URL: ${result}` }];
    keys.set(purl, result.key);
    return [];
  });
  const [first] = problems;
  if (first === undefined) return keys;
  const what =
    problems.length === 1
      ? `${first.field} ${first.message}.`
      : `${problems.length} of the purls are not package URLs.`;
  const hint = 'Package URLs look like pkg:npm/express or pkg:pypi/requests.';
  throw invalidInput({ what, hint }, { issues: problems.slice(0, MAX_ISSUES) });
}

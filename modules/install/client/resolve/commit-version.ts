import { commitAmbiguous, commitUnknown } from '../../contract/source-errors.js';
import type { RegistryClient } from '../fetch/registry-client.js';

/**
 * The highest version published from a commit, preferably one open to new installs; `commit` may be the beginning of its hash.
 * Throws `commit_unknown` and `commit_ambiguous`.
 */
export async function versionAtCommit(
  registry: Pick<RegistryClient, 'versions'>,
  { name, commit }: { name: string; commit: string },
): Promise<string> {
  const found = await registry.versions(name, { commit });
  const commits = [...new Set(found.map((version) => String(version.commit)))];
  if (commits.length > 1) throw commitAmbiguous({ name, commit, known: commits });
  const chosen =
    found.find(({ archivedAt, moderationPassed }) => archivedAt === null && moderationPassed) ??
    found[0];
  if (chosen === undefined) throw commitUnknown({ name, commit });
  return chosen.version;
}

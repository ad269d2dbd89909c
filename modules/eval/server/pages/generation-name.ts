import type { GenerationSource } from '../../contract/generation-view.js';

const SHORT = 7;

/** What scenarios are made of: a plugin, or a change of a repository. */
export function sourceName({ name, commit, pullRequest }: GenerationSource): string {
  if (pullRequest !== null) return `${name}, pull request ${pullRequest}`;
  return commit === null ? name : `${name}, commit ${commit.slice(0, SHORT)}`;
}

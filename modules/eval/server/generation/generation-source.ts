import { parsedUrl } from '../../../../toolbox/parsed-url.js';
import type { GenerateScenariosInput } from '../../contract/generation-inputs.js';
import type { GenerationSource } from '../../contract/generation-view.js';
import { generationSource } from '../../contract/run-errors.js';

/** What a request names: a bundle, or a repository with a commit or a pull request. */
export type Named = { readonly bundle: string } | { readonly source: GenerationSource };

type Request = Pick<
  GenerateScenariosInput,
  'bundle' | 'count' | 'repo' | 'commit' | 'pullRequest' | 'contextPatterns'
>;

/** Throws `generation_source`. */
export function namedIn(request: Request): Named {
  const { bundle, repo } = request;
  if ((bundle === undefined) === (repo === undefined))
    throw generationSource({ why: 'Exactly one of a plugin and a repository is the source.' });
  return bundle === undefined ? ofRepository(repo ?? '', request) : ofBundle(bundle, request);
}

function ofBundle(bundle: string, { commit, pullRequest, contextPatterns }: Request): Named {
  if (commit !== undefined || pullRequest !== undefined || contextPatterns !== undefined)
    throw generationSource({
      why: 'A commit, a pull request and patterns of context files are for repositories.',
    });
  return { bundle };
}

function ofRepository(repo: string, { count, commit, pullRequest }: Request): Named {
  if (count !== undefined)
    throw generationSource({
      why: 'A change makes one scenario: a number of them is for plugins.',
    });
  if ((commit === undefined) === (pullRequest === undefined))
    throw generationSource({
      why: 'Of a repository, exactly one commit or pull request is the source.',
    });
  const name = addressOf(repo);
  return pullRequest === undefined
    ? { source: { type: 'commit', name, commit: commit ?? null, pullRequest: null } }
    : { source: { type: 'pull-request', name, commit: null, pullRequest } };
}

const SHORT = /^[\w.-]+\/[\w.-]+$/;
const isDots = (part: string): boolean => /^\.+$/.test(part);

/** The address that is fetched for `<org>/<repo>` on GitHub, or for an address. */
function addressOf(repo: string): string {
  if (SHORT.test(repo) && !repo.split('/').some(isDots)) return `https://github.com/${repo}`;
  const url = parsedUrl(repo);
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw generationSource({ why: 'The repository is neither <org>/<repo> nor an https address.' });
  // the error does not show the address, and what secret it may hold
  if (`${url.username}${url.password}` !== '' || `${url.search}${url.hash}` !== '')
    throw generationSource({
      why: 'The address of the repository has more than a host and a path.',
    });
  return url.href.replace(/\/+$/, '');
}

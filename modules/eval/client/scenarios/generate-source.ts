import { resolve } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import type { GenerateCommandInput } from '../../contract/command-inputs.js';
import type { GenerateScenariosInput } from '../../contract/generation-inputs.js';
import { given } from '../given.js';
import { isFolder } from '../plugin-folder.js';

/** What of a repository becomes a scenario. */
export type OfRepository = Pick<
  GenerateScenariosInput,
  'repo' | 'commit' | 'pullRequest' | 'contextPatterns'
>;

/** What scenarios are generated from: a plugin, or one piece of work of a repository after the other. */
export type GenerateSource =
  | { readonly kind: 'plugin'; readonly folder: string }
  | { readonly kind: 'repository'; readonly each: readonly OfRepository[] };

const REPOSITORY = /^(?:[\w.-]+\/[\w.-]+|(?:https?|ssh|git):\/\/\S+|[\w.-]+@[\w.-]+:\S+)$/;
const COMMIT = /^[0-9a-f]{7,40}$/i;

const parts = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** By the flags, which do not mix (specification, "Scenarios"). Throws usage errors. */
export function generateSource(
  input: GenerateCommandInput,
  { cwd }: Pick<Context, 'cwd'>,
): GenerateSource {
  const { source } = input;
  const folder = resolve(cwd, source);
  if (isFolder(folder)) {
    refuse(input, ['commits', 'prs', 'context', 'workspace'], 'a repository');
    return { kind: 'plugin', folder };
  }
  if (!REPOSITORY.test(source))
    throw usageError({
      what: `${source} is neither a folder nor a repository.`,
      hint: 'Name the folder of a plugin, or a repository as <org>/<repo> or by its address.',
    });
  refuse(input, ['count'], 'a plugin');
  return { kind: 'repository', each: piecesOf(input) };
}

function refuse(
  input: GenerateCommandInput,
  names: readonly (keyof GenerateCommandInput)[],
  what: string,
): void {
  const found = names.find((name) => input[name] !== undefined);
  if (found !== undefined) throw usageError({ what: `--${found} is for ${what} only.` });
}

function piecesOf({ source: repo, commits, prs, context }: GenerateCommandInput): OfRepository[] {
  const patterns = parts(context);
  const more = {
    repo,
    ...given({ contextPatterns: patterns.length > 0 ? [...patterns] : undefined }),
  };
  const all = [
    ...parts(commits).map((commit) => ({ ...more, commit: commitOf(commit) })),
    ...parts(prs).map((number) => ({ ...more, pullRequest: numberOf(number) })),
  ];
  if (all.length > 0) return all;
  throw usageError({
    what: 'Nothing of the repository is named.',
    hint: 'Name commits with --commits, or pull requests with --prs.',
  });
}

function commitOf(text: string): string {
  if (COMMIT.test(text)) return text.toLowerCase();
  throw usageError({ what: `"${text}" is no hash of a commit, which has 7 to 40 hex digits.` });
}

function numberOf(text: string): number {
  if (/^#?[1-9]\d{0,8}$/.test(text)) return Number(text.replace('#', ''));
  throw usageError({ what: `"${text}" is no number of a pull request.` });
}

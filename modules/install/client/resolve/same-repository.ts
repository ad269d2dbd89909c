import type { Dependency, ProjectManifest } from '../project/project-manifest.js';
import { folderMark } from './address-path.js';
import { parseGitSource, type GitSource } from './git-source.js';

/** Hosts on which `Acme/Tools` and `acme/tools` are one repository. */
const IGNORES_CASE: ReadonlySet<string> = new Set(['github.com']);

/** Equal for every address of one repository: by `https://`, `ssh://` or `git@`, with `.git` or a slash at its end or not. */
export function repositoryKey({ url, host, repository }: GitSource): string {
  // other schemes lose their default port when they are parsed
  const name = host.toLowerCase().replace(/^ssh:/i.test(url) ? /:22$/ : '', '');
  return `${name}/${IGNORES_CASE.has(name) ? repository.toLowerCase() : repository}`;
}

export function isSameRepository(one: GitSource, other: GitSource): boolean {
  return repositoryKey(one) === repositoryKey(other);
}

/** The same branch, tag or commit and the same folder of one repository. */
export function isSameSource(one: GitSource, other: GitSource): boolean {
  return (
    isSameRepository(one, other) &&
    one.ref === other.ref &&
    one.path === other.path &&
    one.trail === other.trail
  );
}

/** The address under which svc.json has the repository already stays: it replaces another one that a person has named. */
export function asKnown(
  source: GitSource,
  dependencies: Iterable<Pick<Dependency, 'source'>>,
): GitSource {
  const known = [...dependencies].flatMap(({ source: text }) => parsed(text) ?? []);
  const same = known.find((other) => isSameSource(other, source));
  if (same !== undefined) return { ...source, text: same.text };
  // a folder or branch of its own in the words of the known address
  const base = known.find((other) => isSameRepository(other, source) && other.trail === undefined);
  return base === undefined || source.trail !== undefined
    ? source
    : { ...source, text: likeAddress(base, source) };
}

/** One repository under two addresses is one source. */
export function knownSources<S extends { readonly kind: string }>(
  sources: readonly (S | GitSource)[],
  manifest: Pick<ProjectManifest, 'dependencies'> | undefined,
): readonly (S | GitSource)[] {
  return sources.map((source) =>
    isGit(source) ? asKnown(source, manifest?.dependencies.values() ?? []) : source,
  );
}

function isGit(source: { readonly kind: string }): source is GitSource {
  return source.kind === 'git';
}

function parsed(text: string | undefined): GitSource | undefined {
  return text === undefined || /^(?:file|npm|archive):/.test(text)
    ? undefined
    : parseGitSource(text);
}

function likeAddress(base: GitSource, { path, ref }: GitSource): string {
  const address = base.text.replace(/#.*$/, '');
  const repository =
    base.path !== '' && address.endsWith(`/${base.path}`)
      ? address.slice(0, -base.path.length - 1)
      : address;
  const plain = repository.replace(/\/+$/, '');
  const mark = plain.startsWith('git:') ? '/' : folderMark(plain);
  const fragment = ref === undefined ? '' : `#${ref}`;
  return `${plain}${path === '' ? '' : `${mark}${path}`}${fragment}`;
}

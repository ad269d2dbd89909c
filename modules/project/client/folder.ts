import type { MatchProjectInput } from '../contract/project-inputs.js';
import type { ProjectSource } from '../contract/source.js';

/** A source as the server's inputs name it. */
export function sourceFields(
  source: ProjectSource | undefined,
): Pick<MatchProjectInput, 'sourceType' | 'sourceUri' | 'repoSubpath'> {
  return source === undefined
    ? {}
    : { sourceType: source.type, sourceUri: source.uri, repoSubpath: source.subpath };
}

/** A source as people read it. */
export function describeSource({ uri, subpath }: Pick<ProjectSource, 'uri' | 'subpath'>): string {
  return subpath === '' ? uri : `${uri} (${subpath})`;
}

import type { MatchProjectInput } from '../contract/project-inputs.js';
import type { ProjectSource } from '../contract/source.js';

/** A source in the fields of the server's inputs. */
export function sourceFields(
  source: ProjectSource | undefined,
): Pick<MatchProjectInput, 'sourceType' | 'sourceUri' | 'repoSubpath'> {
  return source === undefined
    ? {}
    : { sourceType: source.type, sourceUri: source.uri, repoSubpath: source.subpath };
}

/** A source as text for users. */
export function describeSource({ uri, subpath }: Pick<ProjectSource, 'uri' | 'subpath'>): string {
  return subpath === '' ? uri : `${uri} (${subpath})`;
}

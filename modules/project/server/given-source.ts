import { createHash } from 'node:crypto';
import { invalidInput } from 'svc-registry/kernel';
import { GIT, normalSubpath, normalUri, type ProjectSource } from '../contract/source.js';

export interface GivenSource {
  readonly sourceType?: string | undefined;
  readonly sourceUri?: string | null | undefined;
  readonly repoSubpath?: string | undefined;
}

/** The source that an input names, in the normalized form in which sources are stored and compared; `undefined` when it names none. */
export function readSource({
  sourceType,
  sourceUri,
  repoSubpath,
}: GivenSource): ProjectSource | undefined {
  if (sourceUri === undefined || sourceUri === null) {
    for (const [field, value] of Object.entries({ sourceType, repoSubpath }))
      if (value !== undefined) throw refused(field, 'needs a sourceUri');
    return undefined;
  }
  const type = sourceType ?? GIT;
  const uri = normalUri(type, sourceUri);
  if (uri === undefined)
    throw refused(
      'sourceUri',
      type === GIT
        ? 'is not an address of a repository on a host'
        : 'is not an address that can be kept',
    );
  const subpath = normalSubpath(repoSubpath ?? '');
  if (subpath === undefined) throw refused('repoSubpath', 'leads out of the source');
  return { type, uri, subpath };
}

function refused(field: string, message: string): Error {
  return invalidInput(
    { what: `The source of the project is not one: ${field} ${message}.` },
    { issues: [{ field, message }] },
  );
}

/** A key of fixed length that identifies a source. */
export function sourceKey({ type, uri, subpath }: ProjectSource): string {
  return createHash('sha256')
    .update(JSON.stringify([type, uri, subpath]))
    .digest('hex');
}

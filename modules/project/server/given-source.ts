import { createHash } from 'node:crypto';
import { invalidInput } from 'svc-registry/kernel';
import { normalGitAddress, normalSubpath, type ProjectSource } from '../contract/source.js';

export interface GivenSource {
  readonly sourceType?: string | undefined;
  readonly sourceUri?: string | null | undefined;
  readonly repoSubpath?: string | undefined;
}

/** The source that an input names, in the one way in which sources are kept and compared; `undefined` when it names none. */
export function readSource({ sourceType = 'git', sourceUri, repoSubpath = '' }: GivenSource): ProjectSource | undefined {
  if (sourceUri === undefined || sourceUri === null) {
    if (repoSubpath !== '') throw refused('repoSubpath', 'needs a sourceUri');
    return undefined;
  }
  const uri = sourceType === 'git' ? normalGitAddress(sourceUri) : withoutSecrets(sourceUri);
  if (uri === undefined) throw refused('sourceUri', 'is no address of a repository on a host');
  const subpath = normalSubpath(repoSubpath);
  if (subpath === undefined) throw refused('repoSubpath', 'leads out of the source');
  return { type: sourceType, uri, subpath };
}

function withoutSecrets(uri: string): string | undefined {
  if (/\p{Cs}/u.test(uri)) return undefined;
  if (!URL.canParse(uri)) return /[\p{Cc}@]/u.test(uri) ? undefined : uri;
  const url = new URL(uri);
  url.username = '';
  url.password = '';
  return url.href;
}

function refused(field: string, message: string): Error {
  return invalidInput({ what: `The source of the project is not one: ${field} ${message}.` }, { issues: [{ field, message }] });
}

/** Tells sources apart by a text of one length. */
export function sourceKey({ type, uri, subpath }: ProjectSource): string {
  return createHash('sha256')
    .update(JSON.stringify([type, uri, subpath]))
    .digest('hex');
}

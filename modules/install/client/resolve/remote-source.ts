import { isSvcError } from 'svc-registry/kernel';
import { isGitSource, parseGitSource, type GitSource } from './git-source.js';
import { isPackageSource, parsePackageSource, type PackageSource } from './package-source.js';

/** A source on another machine. */
export type RemoteSource = GitSource | PackageSource;

/** The source that a text names; `undefined` where it names none on another machine. */
export function remoteSource(text: string): RemoteSource | undefined {
  try {
    if (isPackageSource(text)) return parsePackageSource(text);
    return isGitSource(text) ? parseGitSource(text) : undefined;
  } catch (error) {
    if (isSvcError(error)) return undefined;
    throw error;
  }
}

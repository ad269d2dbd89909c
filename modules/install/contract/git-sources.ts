import { serviceKey, type Context } from 'svc-registry/kernel';
import type { LooseFile } from '../../registry/contract/plugin-format.js';

/** What is read of a repository. */
export interface RepositoryRequest {
  /** As a person writes it: an address of a repository, or of a branch or folder of one. */
  readonly address: string;
  /** The skill to read of several; left out: all of them. Repositories with a plugin are always read whole. */
  readonly skill?: string | undefined;
}

/** Files of a repository, to be looked at. */
export interface RepositoryFiles {
  /** Name of the repository, or of the folder in it. */
  readonly name: string;
  /** Those of the plugin in the folder that was named; else those of its skills, each in a folder of its own. Empty without any. */
  readonly files: readonly LooseFile[];
}

/** Repositories on git hosts, read as an installation reads them. Client only. */
export interface GitSources {
  /** Whether a text is meant as the address of a repository, even if it is malformed. */
  isAddress(text: string): Promise<boolean>;
  /**
   * Reads files into memory; nothing of the repository is checked out or run. Throws `source_invalid`, `skill_unknown` and the errors of
   * fetching, such as `repository_unavailable`.
   */
  read(
    request: RepositoryRequest,
    context: Pick<Context, 'env' | 'signal'>,
  ): Promise<RepositoryFiles>;
}

/** For client code of modules that require `install`. */
export const gitSourcesKey = serviceKey<GitSources>('install.gitSources');

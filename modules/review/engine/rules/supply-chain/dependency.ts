import type { At } from '../../unit.js';

/** A package that the bundle needs, wherever that is said. */
export interface Dependency {
  readonly at: At;
  readonly ecosystem: 'npm' | 'pypi' | 'other';
  readonly name: string;
  /** Address of a repository, archive or index other than that of the ecosystem. */
  readonly from?: string | undefined;
  /** Whether the same contents come each time: an exact version, a hash or a commit. */
  readonly pinned: boolean;
  /** Whether a command fetches it, rather than a manifest that people install from. */
  readonly command: boolean;
  /** Whether its code runs at once. */
  readonly runs: boolean;
}

/** An index that packages are taken from. */
export interface PackageIndex {
  readonly at: At;
  readonly url: string;
  /** Whether the index is used in addition to the usual one, so that the higher version wins. */
  readonly extra: boolean;
}

/** What a manifest says about packages. */
export interface Declared {
  readonly dependencies: readonly Dependency[];
  readonly indexes: readonly PackageIndex[];
}

const COMMIT = /[#@][0-9a-f]{40}\b/;
export const isCommit = (address: string): boolean => COMMIT.test(address);

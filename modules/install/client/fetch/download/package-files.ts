import { hash } from 'node:crypto';
import type { Context } from 'svc-registry/kernel';
import { downloadAltered } from '../../../contract/package-errors.js';
import type { ArchiveSource, PackageSource } from '../../resolve/package-source.js';
import type { SourceTree } from '../collection/source-tree.js';
import { download, type DownloadContext } from './download.js';
import { treeOfUnpacked } from './loose-tree.js';
import { MAX_BYTES, unpack } from './unpack.js';

/** The files of a package, in memory. */
export interface PackageFiles {
  readonly tree: SourceTree;
  /** Of everything in it that has no version of its own. */
  readonly version: string;
  /** The source with the version that was taken. */
  readonly exact: PackageSource;
}

export type PackageContext = DownloadContext & Pick<Context, 'env'>;

const SHORT_HASH = 12;

/** Downloads and unpacks a package; no program of it runs. */
export async function packageFiles(
  source: PackageSource,
  context: PackageContext,
): Promise<PackageFiles> {
  if (source.kind === 'archive') return archiveFiles(source, context);
  const { fetchNpmPackage } = await import('../npm/npm-package.js');
  const { tarball, version, exact } = await fetchNpmPackage(source, context);
  return { tree: treeOfUnpacked(await unpack(tarball, exact.text)), version, exact };
}

async function archiveFiles(source: ArchiveSource, context: PackageContext): Promise<PackageFiles> {
  const { text, url, sha256: expected } = source;
  const bytes = await download({ source: text, url, most: MAX_BYTES }, context);
  const actual = hash('sha256', bytes);
  if (expected !== undefined && actual !== expected)
    throw downloadAltered({ source: text, promisedBy: 'its source', expected, actual });
  return {
    tree: treeOfUnpacked(await unpack(bytes, text)),
    // the word prevents an all-digit hash from being a number, which must not begin with 0
    version: `0.0.0-archive-${actual.slice(0, SHORT_HASH)}`,
    exact: source,
  };
}

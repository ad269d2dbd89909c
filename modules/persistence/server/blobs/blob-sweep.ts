import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { ifThere } from '../../../../toolbox/file-errors.js';
import type { BlobPaths } from './blob-paths.js';
import { byShard } from './by-shard.js';

/** How long an unreferenced content is kept where it is, and then again after it was set aside. */
export const GRACE_MS = 24 * 3_600_000;

export interface Sweep {
  /** The hashes that rows refer to, sorted. */
  readonly referenced: AsyncIterable<readonly string[]>;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** How many contents were set aside, moved back and deleted. */
export interface Swept {
  aside: number;
  back: number;
  deleted: number;
}

/**
 * Deletes contents that no row refers to. A row may be about to be written, and a running backup may still read
 * contents that were referenced when it began. So a content is first set aside, where it can still be read, and is
 * deleted at least a day later if it is still unreferenced. Several servers may sweep the same folder at once.
 */
export async function sweepBlobs(
  paths: BlobPaths,
  { referenced, now, signal }: Sweep,
): Promise<Swept> {
  const swept: Swept = { aside: 0, back: 0, deleted: 0 };
  const before = new Date(now.getTime() - GRACE_MS);
  const waiting = (await readdir(paths.asideFolder)).sort();
  for await (const [shard, wanted] of byShard(referenced)) {
    if (signal.aborted) break;
    for (const sha256 of waiting.filter((name) => name.startsWith(shard))) {
      if (wanted.has(sha256))
        swept.back += await done(rename(paths.aside(sha256), paths.of(sha256)));
      else if (await isOlder(paths.aside(sha256), before))
        swept.deleted += await done(rm(paths.aside(sha256)));
    }
    for (const name of await readdir(paths.shard(shard))) {
      const sha256 = shard + name;
      if (
        !/^[0-9a-f]{64}$/.test(sha256) ||
        wanted.has(sha256) ||
        !(await isOlder(paths.of(sha256), before))
      )
        continue;
      swept.aside += await done(setAside(paths, sha256, now));
    }
  }
  return swept;
}

/** Its modification time becomes the time at which it was set aside. */
async function setAside(paths: BlobPaths, sha256: string, now: Date): Promise<void> {
  await utimes(paths.of(sha256), now, now);
  await rename(paths.of(sha256), paths.aside(sha256));
}

/** 1 when it was done; 0 when the file is gone, because another server or a request that stores it was faster. */
async function done(change: Promise<void>): Promise<0 | 1> {
  return (await ifThere(change.then(() => 1 as const))) ?? 0;
}

async function isOlder(file: string, before: Date): Promise<boolean> {
  const found = await ifThere(stat(file));
  return found !== undefined && found.mtime < before;
}

import { SHARDS } from './blob-paths.js';

/** Groups sorted hashes by their first two digits, so that only a part of all hashes is in memory at a time. */
export async function* byShard(
  pages: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly [string, ReadonlySet<string>]> {
  const hashes = each(pages);
  let next = await hashes.next();
  for (const shard of SHARDS) {
    const wanted = new Set<string>();
    while (next.done !== true && next.value.slice(0, 2) <= shard) {
      wanted.add(next.value);
      next = await hashes.next();
    }
    yield [shard, wanted];
  }
}

async function* each(pages: AsyncIterable<readonly string[]>): AsyncGenerator<string> {
  for await (const page of pages) yield* page;
}

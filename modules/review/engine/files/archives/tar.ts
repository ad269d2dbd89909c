import { Readable } from 'node:stream';
import { extract, type Extract, type Header } from 'tar-stream';
import { DAMAGED, TOO_LARGE } from './archive.js';
import type { Budget, Entry, Unpacked, Unread } from './archive.js';

/** Everything in a tar, also when its end is damaged. */
export async function untar(bytes: Buffer, budget: Budget): Promise<Unpacked> {
  const entries: Entry[] = [];
  const unread: Unread[] = [];
  const tar = extract();
  try {
    Readable.from([bytes]).pipe(tar);
    for await (const { header, content } of entriesOf(tar)) {
      if (header.type === 'directory') continue;
      if (!budget.admits(content.length)) {
        unread.push({ path: header.name, reason: TOO_LARGE });
        break;
      }
      entries.push(entryOf(header, content));
    }
  } catch {
    unread.push({ path: '', reason: DAMAGED });
  }
  return { entries, unread };
}

/** The next entry comes when the contents of the one before have been read. */
async function* entriesOf(tar: Extract): AsyncGenerator<{ header: Header; content: Buffer }> {
  for await (const entry of tar) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    yield { header: entry.header, content: Buffer.concat(chunks) };
  }
}

function entryOf({ name: path, type, mode, linkname }: Header, bytes: Buffer): Entry {
  const isLink = type === 'symlink' || type === 'link';
  return { path, mode, bytes, ...(isLink && { link: linkname }) };
}

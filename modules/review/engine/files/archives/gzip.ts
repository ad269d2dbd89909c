import { gunzipSync } from 'node:zlib';
import { DAMAGED, isBomb, isTooLarge, TOO_LARGE, type Budget, type Unpacked } from './archive.js';

/** The one file in a gzip, named like it without its ending. */
export function gunzip(path: string, bytes: Buffer, budget: Budget): Unpacked {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const inner = name.replace(/\.t?gz$/i, (ending) => (/t/i.test(ending) ? '.tar' : ''));
  try {
    const content = gunzipSync(bytes, { maxOutputLength: budget.bytes + 1 });
    if (budget.admits(content.length))
      return {
        entries: [{ path: inner === name ? `${name}.content` : inner, mode: 0, bytes: content }],
        unread: [],
      };
    return tooLarge(bytes, content.length);
  } catch (error) {
    if (isTooLarge(error)) return tooLarge(bytes, budget.bytes + 1);
    return { entries: [], unread: [{ path: '', reason: DAMAGED }] };
  }
}

const tooLarge = (bytes: Buffer, size: number): Unpacked => ({
  entries: [],
  unread: [{ path: '', reason: TOO_LARGE, bomb: isBomb(bytes.length, size) }],
});

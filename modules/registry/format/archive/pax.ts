import { archiveCorrupt, archiveEntryType } from '../../contract/plugin-errors.js';
import { decode } from './tar-header.js';

/** Records that change an entry's meaning; tar readers disagree on them. */
const REFUSED = /^(?:linkpath|hdrcharset|GNU\.sparse\..*)$/;
/** Enough of a key to recognise a refused one. */
const MOST_OF_KEY = 64;

const [SPACE, EQUALS, NEWLINE] = [0x20, 0x3d, 0x0a];

/** A record of a pax extended header: `<length> <key>=<value>\n`. */
interface PaxRecord {
  readonly key: string;
  readonly value: Uint8Array;
}

/** Iterates over the records. Values are decoded only on request. */
export function* paxRecords(body: Buffer): Generator<PaxRecord> {
  for (let at = 0; at < body.length;) {
    const length = lengthAt(body, at);
    const [space, end] = [body.indexOf(SPACE, at), at + length - 1];
    const equals = length > body.length - at ? -1 : body.indexOf(EQUALS, space);
    if (equals <= space + 1 || equals >= end || body[end] !== NEWLINE) throw malformed();
    yield {
      key: body.toString('latin1', space + 1, Math.min(equals, space + 1 + MOST_OF_KEY)),
      value: body.subarray(equals + 1, end),
    };
    at += length;
  }
}

/** The records that describe the next entry. */
export function readPaxRecords(body: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (const { key, value } of paxRecords(body)) {
    if (REFUSED.test(key))
      throw archiveEntryType({
        what: `The archive has an entry with "${key}": only plain files and folders are allowed.`,
      });
    if (key !== 'path' && key !== 'size') continue;
    if (records.has(key))
      throw archiveCorrupt({
        what: `The archive is damaged: an extended header has "${key}" twice.`,
      });
    records.set(key, decode(value));
  }
  return records;
}

function lengthAt(body: Buffer, at: number): number {
  let length = 0;
  let next = at;
  for (; isDigit(body[next]) && next < at + 7; next += 1)
    length = length * 10 + Number(body[next]) - 0x30;
  if (length === 0 || body[at] === 0x30 || body[next] !== SPACE) throw malformed();
  return length;
}

const isDigit = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x30 && byte <= 0x39;

function malformed(): Error {
  return archiveCorrupt({ what: 'The archive is damaged: an extended header is malformed.' });
}

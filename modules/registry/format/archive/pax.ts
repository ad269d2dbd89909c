import { archiveCorrupt, archiveEntryType } from '../../contract/plugin-errors.js';
import { decode } from './tar-header.js';

/** Records that change what an entry is; the readers of the world do not agree on them. */
const REFUSED = /^(?:linkpath|hdrcharset|GNU\.sparse\..*)$/;

/** The records of a pax extended header: `<length> <key>=<value>\n`, one after the other. */
export function readPaxRecords(body: Buffer): ReadonlyMap<string, string> {
  const records = new Map<string, string>();
  for (let at = 0; at < body.length;) {
    const { length, key, value } = readRecord(body.subarray(at));
    if (records.has(key)) throw archiveCorrupt({ what: `The archive is damaged: an extended header has "${key}" twice.` });
    if (REFUSED.test(key))
      throw archiveEntryType({ what: `The archive has an entry with "${key}": only plain files and folders are allowed.` });
    records.set(key, value);
    at += length;
  }
  return records;
}

function readRecord(rest: Buffer): { length: number; key: string; value: string } {
  const [, digits] = /^([1-9][0-9]{0,6}) /.exec(rest.toString('latin1', 0, 8)) ?? [];
  const length = Number(digits ?? 0);
  const text = digits === undefined || length > rest.length ? '' : decode(rest.subarray(digits.length + 1, length));
  const equals = text.indexOf('=');
  if (equals < 1 || !text.endsWith('\n')) throw archiveCorrupt({ what: 'The archive is damaged: an extended header is malformed.' });
  return { length, key: text.slice(0, equals), value: text.slice(equals + 1, -1) };
}

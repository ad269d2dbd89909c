import { inflateSync } from 'node:zlib';
import type { NoticeKind } from './notice.js';
import { printableRuns } from './printable.js';

/** What a document that is no plain text says. */
export interface DocumentContents {
  readonly text?: string;
  readonly unread?: string;
  readonly notices: readonly { readonly kind: NoticeKind; readonly detail: string }[];
}

const SHORTEST = 6;
const MOST_UNPACKED = 32 * 1024 * 1024;

/** Reads a document by its kind of file. */
export function documentContents(ending: string, bytes: Buffer): DocumentContents {
  if (ending === 'pdf') return pdfContents(bytes);
  if (ending === 'cfb') return oleContents(bytes);
  if (ending === 'lnk')
    return {
      text: wideRuns(bytes),
      notices: [{ kind: 'shortcut', detail: 'It is a Windows shortcut.' }],
    };
  if (ending === 'rtf')
    return { text: bytes.toString('latin1'), notices: rtfNotices(bytes.toString('latin1')) };
  return { unread: `it is a ${ending} file`, notices: [] };
}

const PDF_ACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\/(?:JavaScript|JS)\b/, 'a script'],
  [/\/Launch\b/, 'the start of a program'],
  [/\/EmbeddedFile\b/, 'an embedded file'],
  [/\/(?:SubmitForm|ImportData)\b/, 'the sending of a form'],
];

function pdfContents(bytes: Buffer): DocumentContents {
  const raw = bytes.toString('latin1');
  if (/\/Encrypt\b/.test(raw)) return { unread: 'it is encrypted', notices: [] };
  const { text: unpacked, whole } = pdfStreams(bytes, raw);
  const all = namesDecoded(`${raw}\n${unpacked}`);
  const found = PDF_ACTIONS.filter(([pattern]) => pattern.test(all)).map(([, what]) => what);
  return {
    text: printableRuns(Buffer.from(pdfText(unpacked), 'latin1'), SHORTEST),
    ...(!whole && { unread: 'its streams are larger than the limit' }),
    notices: found.map((what) => ({ kind: 'pdf-active' as const, detail: `It has ${what}.` })),
  };
}

/** Names may write any of their letters as `#` and two digits. */
const namesDecoded = (text: string): string =>
  text.replace(/#([46][1-9a-f]|[57][0-9a])/gi, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  );

function pdfStreams(bytes: Buffer, raw: string): { text: string; whole: boolean } {
  const parts: string[] = [];
  let left = MOST_UNPACKED;
  for (const { from, to } of streamsIn(raw)) {
    if (((bytes[from] ?? 0) & 0x0f) !== 8) continue;
    const part = inflated(bytes.subarray(from, to), left);
    if (part === undefined) return { text: parts.join('\n'), whole: false };
    left -= part.length;
    parts.push(part);
  }
  return { text: parts.join('\n'), whole: true };
}

/** One after the other, so that no byte is unpacked twice. */
function* streamsIn(raw: string): Generator<{ from: number; to: number }> {
  const begin = /\bstream\r?\n/g;
  for (let match = begin.exec(raw); match !== null; match = begin.exec(raw)) {
    const from = begin.lastIndex;
    const end = raw.indexOf('endstream', from);
    const to = end === -1 ? raw.length : end;
    yield { from, to };
    begin.lastIndex = to;
  }
}

/** `''` for what is not compressed so, `undefined` above the limit. */
function inflated(bytes: Buffer, most: number): string | undefined {
  try {
    return inflateSync(bytes, { maxOutputLength: most + 1 }).toString('latin1');
  } catch (error) {
    return (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? undefined : '';
  }
}

/** Strings that are shown, and those of scripts and addresses. */
function pdfText(content: string): string {
  const lines: string[] = [];
  for (const [, array, single] of content.matchAll(
    /\[([^[\]]{0,100000})\]\s{0,100}TJ|\(((?:[^()\\]|\\.)*)\)/gs,
  ))
    lines.push(
      array === undefined
        ? (single ?? '')
        : [...array.matchAll(/\(((?:[^()\\]|\\.)*)\)/gs)].map(([, part]) => part).join(''),
    );
  return lines.join('\n').replace(/\\([()\\])/g, '$1');
}

function oleContents(bytes: Buffer): DocumentContents {
  const macro =
    bytes.includes('_VBA_PROJECT', 0, 'utf16le') || bytes.includes('Attribut\0e VB_Nam');
  return {
    text: `${printableRuns(bytes, SHORTEST)}\n${wideRuns(bytes)}`,
    unread: 'it is an OLE document, whose structure is not read',
    notices: macro ? [{ kind: 'office-macro', detail: 'It holds a VBA project.' }] : [],
  };
}

/** Runs of UTF-16: every second byte is 0. */
const wideRuns = (bytes: Buffer): string =>
  [...bytes.toString('latin1').matchAll(/(?:[\x20-\x7e]\0){6,100000}/g)]
    .map(([run]) => run.replaceAll('\0', ''))
    .join('\n');

function rtfNotices(text: string): { kind: NoticeKind; detail: string }[] {
  const object = /\\obj(?:data|emb|autlink|update)\b/.test(text);
  return object ? [{ kind: 'office-object', detail: 'It embeds an object.' }] : [];
}

const OFFICE_ENTRIES: readonly (readonly [RegExp, NoticeKind, string])[] = [
  [/(?:^|\/)vbaProject\.bin$/i, 'office-macro', 'It holds a VBA project'],
  [/(?:^|\/)xl\/macrosheets\//i, 'office-macro', 'It holds a sheet of macros'],
  [/(?:^|\/)embeddings\/.*\.bin$|oleObject/i, 'office-object', 'It embeds an object'],
  [/(?:^|\/)activeX\//i, 'office-object', 'It embeds a control'],
];
const OFFICE_TEXT: readonly (readonly [RegExp, NoticeKind, string])[] = [
  [/\bDDE(?:AUTO)?\s+[^<]/, 'office-macro', 'A field of it starts a program (DDE).'],
  [/<f>[^<]*\|\s*'/, 'office-macro', 'A formula of it starts a program (DDE).'],
  [
    /attachedTemplate[^>]{0,500}Target="(?:https?|file|\\\\)/i,
    'office-remote',
    'Its template comes from elsewhere.',
  ],
];

/** What the path of an entry says about the Office document that it lies in. */
export function officeEntryNotices(path: string): { kind: NoticeKind; detail: string }[] {
  const seen = OFFICE_ENTRIES.find(([pattern]) => pattern.test(path));
  return seen === undefined ? [] : [{ kind: seen[1], detail: `${seen[2]} (${path}).` }];
}

/** What a part of an Office document does by itself. */
export function officeTextNotices(text: string): { kind: NoticeKind; detail: string }[] {
  return OFFICE_TEXT.filter(([pattern]) => pattern.test(text)).map(([, kind, detail]) => ({
    kind,
    detail,
  }));
}

import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { FileRole } from '../../../registry/contract/file-roles.js';
import type { BundleFile } from '../analyse.js';
import type { ReviewedFile } from '../report.js';
import type { Unit } from '../unit.js';
import { Budget, type Entry, type Unpacked } from './archives/archive.js';
import { unpack, type Archive } from './archives/unpack.js';
import { officeEntryNotices } from './documents.js';
import { inspect, type Inspected } from './inspect.js';
import { languageOf } from './language-of.js';
import type { Notice, NoticeKind } from './notice.js';
import { reachedFrom } from './reached.js';
import { roleOfEntry } from './roles.js';

/** What the files of a bundle hold. */
export interface Opened {
  readonly files: readonly ReviewedFile[];
  readonly units: readonly Unit[];
  readonly notices: readonly Notice[];
  /** Paths that instructions lead to. */
  readonly reached: ReadonlySet<string>;
}

/** A file, or an entry of an archive. */
interface Source {
  readonly path: string;
  readonly role: FileRole;
  readonly mode: number;
  readonly bytes: Buffer;
}

/** Archives in archives. */
const MOST_LEVELS = 4;
const TOO_DEEP = `archives lie in archives more than ${MOST_LEVELS} levels deep`;

/** Reads every file whole, and every archive to its entries. */
export async function openFiles(files: readonly BundleFile[]): Promise<Opened> {
  const opening = new Opening(files);
  for (const { path, role, mode, content } of files)
    await opening.open({ path, role, mode, bytes: asBuffer(content) });
  return opening.result();
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

class Opening {
  readonly #files: ReviewedFile[] = [];
  readonly #texts: { readonly file: ReviewedFile; readonly text: string | undefined }[] = [];
  readonly #noticed: {
    readonly file: ReviewedFile;
    readonly seen: NonNullable<Inspected['notices']>;
  }[] = [];
  readonly #budget = new Budget();
  /** By path; entries of the archives that are open too. */
  readonly #bytes = new Map<string, Buffer>();

  constructor(files: readonly BundleFile[]) {
    for (const { path, content } of files) this.#bytes.set(path, asBuffer(content));
  }

  async open(source: Source, level = 0): Promise<void> {
    const { path } = source;
    const inspected = await inspect(source, (other) => this.#bytes.get(other));
    const { archives = [], notices = [] } = inspected;
    const tooDeep = archives.length > 0 && level === MOST_LEVELS;
    const unpacked = tooDeep ? [] : await this.#unpacked(path, archives);
    const file = reviewed(source, {
      media: inspected.media === true,
      unread: tooDeep ? TOO_DEEP : (inspected.unread ?? reasonOf(unpacked)),
    });
    this.#files.push(file);
    this.#texts.push({ file, text: inspected.text });
    this.#noticed.push({ file, seen: [...notices, ...unpacked.flatMap(noticesOf)] });
    const entries = unpacked.flatMap((one) => one.entries);
    await this.#openEntries(source, entries, level + 1);
  }

  async #openEntries(archive: Source, entries: readonly Entry[], level: number): Promise<void> {
    const sources = entries.map(({ path, mode, bytes }) => ({
      path: `${archive.path}!/${path}`,
      role: roleOfEntry(archive.role, path, bytes),
      mode,
      bytes,
    }));
    for (const { path, bytes } of sources) this.#bytes.set(path, bytes);
    for (const source of sources) await this.open(source, level);
    for (const { path } of sources) this.#bytes.delete(path);
  }

  async #unpacked(path: string, archives: readonly Archive[]) {
    const all = [];
    for (const archive of archives) all.push(await unpack(path, archive, this.#budget));
    return all;
  }

  result(): Opened {
    const reached = reachedFrom(
      this.#texts.map(({ file: { path, role }, text }) => ({ path, role, text })),
    );
    const unitOf = ({ path, role }: ReviewedFile, text: string): Unit => ({
      file: path,
      role,
      reached: reached.has(path),
      language: languageOf(path, text),
      text,
      line: 1,
      decoded: [],
      frames: [],
    });
    return {
      reached,
      files: this.#files,
      units: this.#texts.flatMap(({ file, text }) =>
        text === undefined ? [] : [unitOf(file, text)],
      ),
      notices: this.#noticed.flatMap(({ file, seen }) =>
        seen.map(({ kind, detail }) => {
          // bound to the contents: a suppression ends when they change
          const text = `${kind} in ${file.path}, SHA-256 ${file.sha256}`;
          return { kind, detail, at: { unit: unitOf(file, text), line: 1, text } };
        }),
      ),
    };
  }
}

function reviewed(
  { path, role, bytes }: Source,
  { media, unread }: { media: boolean; unread: string | undefined },
): ReviewedFile {
  return {
    path,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    role,
    analysed: unread !== undefined ? 'unread' : media ? 'media' : 'analysed',
    ...(unread !== undefined && { reason: unread }),
  };
}

function reasonOf(unpacked: readonly Unpacked[]): string | undefined {
  const [first, ...others] = unpacked.flatMap((one) => one.unread);
  if (first === undefined) return undefined;
  const what = first.path === '' ? first.reason : `${first.path}: ${first.reason}`;
  return others.length === 0 ? what : `${what}, and ${others.length} more`;
}

function noticesOf({ entries, unread }: Unpacked) {
  const seen: { kind: NoticeKind; detail: string }[] = [];
  for (const { path, link } of entries) {
    seen.push(...officeEntryNotices(path));
    if (leadsOut(path)) seen.push({ kind: 'escape', detail: `The path is ${path}.` });
    if (link !== undefined && leadsOut(targetOf(path, link)))
      seen.push({ kind: 'escape', detail: `${path} is a link to ${link}.` });
  }
  for (const { path, reason, bomb } of unread)
    if (bomb === true)
      seen.push({ kind: 'bomb', detail: path === '' ? `Here ${reason}.` : `${path}: ${reason}.` });
  return seen;
}

/** Links are relative to the folder they lie in. */
const targetOf = (path: string, link: string): string =>
  link.startsWith('/') ? link : `${posix.dirname(path)}/${link}`;

/** Whether a path in an archive is absolute, or leaves it by `..`. */
function leadsOut(path: string): boolean {
  const parts = path.replaceAll('\\', '/').split('/');
  if (parts[0] === '' || parts[0] === '~' || /^[a-z]:$/i.test(parts[0] ?? '')) return true;
  let depth = 0;
  for (const part of parts) {
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

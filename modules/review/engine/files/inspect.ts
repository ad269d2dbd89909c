import type { Archive } from './archives/unpack.js';
import { bytecodeNotices, sourceOf } from './bytecode.js';
import { documentContents, officeTextNotices } from './documents.js';
import { kindOf, type ContentKind, type Kind } from './kinds.js';
import { languageOf } from './language-of.js';
import type { NoticeKind } from './notice.js';
import { isPickle, pickleNotices } from './pickle.js';
import { appendedTo } from './polyglots.js';
import { printableRuns } from './printable.js';
import { brokenTextOf, plainTextOf, type DecodedText } from './text-of.js';

/** What the bytes of one file say. */
export interface Inspected {
  /** What can be read of it. */
  readonly text?: string | undefined;
  readonly archives?: readonly Archive[];
  /** An image, font, sound or data that nothing runs. */
  readonly media?: boolean;
  /** Why it could not be read. */
  readonly unread?: string | undefined;
  readonly notices?: readonly Seen[];
}

interface Seen {
  readonly kind: NoticeKind;
  readonly detail: string;
}

/** A file, or an entry of an archive. */
export interface File {
  readonly path: string;
  readonly mode: number;
  readonly bytes: Buffer;
}

const MEDIA =
  /\.(?:avif|bmp|gif|heic|ico|jpe?g|mp[34]|ogg|otf|png|tiff?|ttf|wav|webm|webp|woff2?)$/i;
const TEXTUAL = /\.(?:cfg|conf|csv|ini|log|rst|sql|text|tsv|txt)$/i;
const SHORTCUT = /\.(?:desktop|url|webloc|scf|library-ms|search-ms)$/i;
const STARTS = /^(?:\s*Exec\s*=|URL\s*=\s*(?:file:|\\\\)|IconFile\s*=\s*\\\\|Command\s*=)/im;
/** A cell that starts a program when a sheet opens it. */
const FORMULA =
  /(?:^|[,;\t"'])\s?[=+@-][^\n,;]{0,40}(?:cmd|powershell|msexcel|rundll32|mshta|wscript)(?:\.exe)?\s?\|/im;
/** Where a pickle in letters names what it calls. */
const PICKLE_HEAD = 65_536;
/** Pointers to files that git keeps elsewhere. */
const LFS_POINTER = 'version https://git-lfs.github.com/spec/';
/** Hidden files that tools load, and folders that hold them. */
const KNOWN_HIDDEN =
  /(?:^|\/)\.(?:[\w-]*rc|[\w-]+\.config|bash_profile|profile|envrc|zprofile|gitlab-ci|github|gitlab|circleci|husky|githooks|vscode|claude[\w-]*|cursor|codex|agents|devcontainer|storybook|config|yarn|pnpmfile|mocharc|vitepress|vuepress|dumi|changeset|ci)\b/i;
const NAMED_PROGRAM = /\.(?:bash|bat|cjs|cmd|js|mjs|pl|ps1|py|rb|sh|ts|vbs|zsh)$/i;

const isNamedAsText = (path: string): boolean =>
  TEXTUAL.test(path) || languageOf(path, '') !== 'text';

/** Looks into one file. `source`: finds another file of the bundle by its path. */
export async function inspect(
  file: File,
  source: (path: string) => Buffer | undefined,
): Promise<Inspected> {
  const { bytes, path } = file;
  const plain = plainTextOf(bytes);
  if (plain !== undefined && !isPdf(bytes)) return textInspected(file, plain);
  if (isPickle(bytes)) return { media: true, notices: pickleNotices(bytes.toString('latin1')) };
  const kind = await kindOf(bytes);
  if (kind.kind === 'unknown') return unknownInspected(file);
  const inspected = byKind[kind.kind](file, kind, source);
  return {
    ...inspected,
    notices: [...(inspected.notices ?? []), ...mismatch(path, kind)],
  };
}

const isPdf = (bytes: Buffer): boolean => bytes.subarray(0, 1024).includes('%PDF-');

type Inspector = (
  file: File,
  kind: Kind,
  source: (path: string) => Buffer | undefined,
) => Inspected;

const byKind: Record<Exclude<ContentKind, 'unknown'>, Inspector> = {
  archive: ({ bytes }, { ending }) => ({
    archives: [{ format: ending as Archive['format'], bytes }],
  }),
  packed: (_, { name }) => ({ unread: `archives of this kind are not opened: ${name}` }),
  machine: ({ bytes }, { name }) => ({
    archives: appendedTo(bytes).archives,
    unread: `it is machine code: ${name}`,
    notices: [{ kind: 'machine-code', detail: `It is ${name}.` }],
  }),
  virtual: ({ path, bytes }, { name, ending }, source) => {
    const isPython = ending === 'pyc';
    const notices: Seen[] = isPython
      ? bytecodeNotices(bytes, source(sourceOf(path)))
      : [{ kind: 'virtual-machine-code', detail: `It is ${name}.` }];
    const unread = notices.length > 0 ? `it is compiled: ${name}` : undefined;
    return { text: printableRuns(bytes, 8), unread, notices };
  },
  document: ({ bytes }, { ending }) => withAppended(bytes, documentContents(ending, bytes)),
  media: ({ bytes }) =>
    withAppended(bytes, { media: true, text: printableRuns(bytes, 20), notices: [] }),
  data: ({ bytes }) => withAppended(bytes, { media: true, notices: [] }),
};

function withAppended(bytes: Buffer, inspected: Inspected): Inspected {
  const { archives, program } = appendedTo(bytes);
  if (archives.length === 0 && program === undefined) return inspected;
  const what = archives.length > 0 ? 'an archive' : 'a program';
  const notice: Seen = { kind: 'appended', detail: `It is also ${what}.` };
  return {
    ...inspected,
    archives,
    text: program === undefined ? inspected.text : printableRuns(program, 4),
    notices: [...(inspected.notices ?? []), notice],
  };
}

/** A program or archive under the name of a picture or a text, or the other way round. */
function mismatch(path: string, { kind, name }: Kind): Seen[] {
  const namedHarmless = MEDIA.test(path) || isNamedAsText(path);
  const differs = kind === 'media' || kind === 'data' ? isNamedAsText(path) : namedHarmless;
  return differs ? [{ kind: 'mismatch', detail: `The bytes are those of ${name}.` }] : [];
}

function unknownInspected(file: File): Inspected {
  const broken = brokenTextOf(file.bytes, isNamedAsText(file.path));
  if (broken !== undefined) return textInspected(file, broken);
  return { unread: 'it is neither text nor a known kind of file' };
}

const TEXT_SIGNS: readonly (readonly [
  NoticeKind,
  string,
  (file: File, text: string) => boolean,
])[] = [
  [
    'mismatch',
    'The bytes are those of a text.',
    ({ path }, text) => MEDIA.test(path) && text.trim() !== '' && !text.startsWith(LFS_POINTER),
  ],
  [
    'shortcut',
    'It starts a program or opens a file elsewhere.',
    ({ path }, text) => SHORTCUT.test(path) && STARTS.test(text),
  ],
  [
    'office-macro',
    'A formula of it starts a program (DDE).',
    ({ path }, text) => /\.(?:csv|tsv)$/i.test(path) && FORMULA.test(text),
  ],
  ['hidden-program', 'It is a program.', (file) => isHiddenProgram(file)],
];

function textInspected(file: File, { text, problem }: DecodedText): Inspected {
  const { path } = file;
  const notices: Seen[] = TEXT_SIGNS.filter(([, , holds]) => holds(file, text)).map(
    ([kind, detail]) => ({ kind, detail }),
  );
  if (problem !== undefined) notices.push({ kind: 'broken-text', detail: problem });
  if (path.includes('!/') && /\.(?:xml|rels)$/.test(path)) notices.push(...officeTextNotices(text));
  return { text, notices: [...notices, ...pickleNotices(text.slice(0, PICKLE_HEAD))] };
}

function isHiddenProgram({ path, bytes }: File): boolean {
  if (!/(?:^|\/)\.[^./]/.test(path) || KNOWN_HIDDEN.test(path)) return false;
  return NAMED_PROGRAM.test(path) || (bytes[0] === 0x23 && bytes[1] === 0x21);
}

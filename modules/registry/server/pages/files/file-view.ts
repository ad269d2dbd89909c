import { inject, injectable } from 'tsyringe';
import { numberIn, partsOf, type Part } from '../../../../../toolbox/parts.js';
import { shortened } from '../../../../../toolbox/shortened.js';
import {
  highlightKey,
  markdownKey,
  view,
  type Highlighter,
  type Markdown,
  type Markup,
  type View,
} from '../../../../web/contract/index.js';
import type { ShownPlugin } from '../../../contract/plugin-page.js';
import { splitFrontMatter } from '../../../format/front-matter-text.js';
import { filePath, rawPath } from '../plugin/addresses.js';
import { textPart } from '../plugin/text-part.js';
import { sizeText } from '../plugin/texts.js';
import { folderLinks } from './folder-links.js';
import { MOST_TEXT_BYTES, VersionFiles, type StoredFile } from './version-files.js';

const template = new URL('file.njk', import.meta.url);

/** Bytes of HTML that the link of a line takes, besides its text. */
const LINE_FRAME = 60;
/** Of a part. */
const LIMITS = { size: 50_000, entries: 2000 };
/** Lines of a file that is shown: finding the parts of one with more takes as long as other requests would wait. */
const MOST_LINES = 100_000;
/** Characters of a Markdown file that is shown laid out. */
const MOST_LAID_OUT = 48 * 1024;
/** Characters of the front matter of one that is. */
const MOST_YAML = 4000;
const MARKDOWN = /\.(md|mdx|markdown)$/i;

/** Shows a file: its text with links to its lines, in parts when it is long, or what it is. */
@injectable()
export class FileView {
  constructor(
    @inject(VersionFiles) private readonly files: VersionFiles,
    @inject(highlightKey) private readonly highlighter: Highlighter,
    @inject(markdownKey) private readonly markdown: Markdown,
  ) {}

  async of(plugin: ShownPlugin, file: StoredFile): Promise<View> {
    const { path, query } = plugin;
    const { text, why } = await this.#text(file);
    const address = filePath(path, file.path);
    const canBeLaidOut = isLaidOut(file, text);
    const asDocument = canBeLaidOut && query.get('as') === 'document';
    return view(template, {
      steps: folderLinks(path, file.path),
      name: file.path,
      download: rawPath(path, file.path),
      ...{ size: sizeText(file.size), sha256: file.sha256, executable: file.executable },
      switches: canBeLaidOut ? switchesOf(address, asDocument) : [],
      document: asDocument ? await this.#document(text ?? '', plugin, file.path) : null,
      code: text === undefined || asDocument ? null : await this.#code(text, plugin, file.path),
      isEmpty: file.size === 0,
      why,
    });
  }

  /** Where there is no text that can be shown, `why` says what the file is. */
  async #text(file: StoredFile): Promise<{ text: string | undefined; why: string }> {
    const text = await this.files.text(file);
    const isLong = file.size > MOST_TEXT_BYTES || hasMoreLines(text ?? '', MOST_LINES);
    return isLong ? { text: undefined, why: 'too large to be shown' } : { text, why: 'no text' };
  }

  /** Links of the text lead to the files beside it. */
  async #document(text: string, { path, query }: ShownPlugin, file: string) {
    const parts = splitFrontMatter(text);
    const [yaml, body] = typeof parts === 'string' ? ['', text] : [parts.yaml, parts.body];
    const folder = file.slice(0, file.lastIndexOf('/') + 1);
    const base = folder === '' ? `${path}/files/` : `${filePath(path, folder.slice(0, -1))}/`;
    const shown = textPart(await this.markdown.parts(body, { base }), {
      part: query.get('part'),
      addressOf: (part) => `${filePath(path, file)}?as=document&part=${part}`,
    });
    return { ...shown, yaml: shown.first === '' ? shortened(yaml, MOST_YAML) : '' };
  }

  async #code(text: string, { query, path }: ShownPlugin, file: string) {
    const lines = await this.highlighter.lines(text, file);
    const sizes = lines.map((line) => Buffer.byteLength(String(line)) + LINE_FRAME);
    const parts = partsOf(sizes, LIMITS);
    const wanted = (numberIn(query.get('line')) ?? 1) - 1;
    const at = Math.max(
      0,
      parts.findIndex(({ start, end }) => start <= wanted && wanted < end),
    );
    const part = parts[at] ?? { start: 0, end: lines.length };
    const address = filePath(path, file);
    return {
      lines: linesOf(lines, part),
      from: part.start + 1,
      to: part.end,
      total: lines.length,
      first: at === 0 ? '' : address,
      more: parts[at + 1] === undefined ? '' : `${address}?line=${part.end + 1}`,
    };
  }
}

function hasMoreLines(text: string, most: number): boolean {
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && count <= most; at = text.indexOf('\n', at + 1))
    count += 1;
  return count > most;
}

const isLaidOut = ({ path }: StoredFile, text: string | undefined): boolean =>
  text !== undefined && text.length <= MOST_LAID_OUT && MARKDOWN.test(path);

const switchesOf = (address: string, asDocument: boolean) => [
  { text: 'Text', href: address, current: !asDocument },
  { text: 'Document', href: `${address}?as=document`, current: asDocument },
];

const linesOf = (lines: readonly Markup[], { start, end }: Part) =>
  lines.slice(start, end).map((html, at) => ({ html, number: start + at + 1 }));

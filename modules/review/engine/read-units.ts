import { createHash } from 'node:crypto';
import { decodedUnits } from './decode/decode.js';
import type { Fact, Link, Prose, Reading } from './facts.js';
import { LinkedPrograms, MOST_LEVELS } from './linked-programs.js';
import type { Notice } from './files/notice.js';
import type { Opened } from './files/open-files.js';
import { readerOf } from './readers/index.js';
import type { ReviewedFile } from './report.js';
import type { ParsedFile, Subject } from './rule.js';
import { startedFiles } from './started-files.js';
import type { Language, Unit } from './unit.js';

/** The deepest nesting of units in units. Real files have a few levels; deeper nesting is an attack on the reader. */
const DEEPEST = 8;
const MOST_UNITS = 200_000;
/** Facts of a bundle, at most. Real bundles have some thousands. */
const MOST_FACTS = 200_000;
/** Words and signs of one program: the trees of most take some hundred bytes for each. Text and data have no limit of their own. */
const MOST_WORDS = 500_000;
/** Each command of these is also interpreted. */
const MOST_WORDS_OF_COMMANDS = 150_000;
const COMMANDS: ReadonlySet<Language> = new Set<Language>([
  'shell',
  'powershell',
  'batch',
  'makefile',
  'dockerfile',
]);
const NOT_PROGRAMS: ReadonlySet<Language> = new Set<Language>([
  'text',
  'markdown',
  'html',
  'json',
  'yaml',
  'toml',
]);
const TOO_DEEP = `text lies in text more than ${DEEPEST} levels deep`;
const TOO_MANY = `the bundle has more than ${MOST_UNITS} stretches of text`;
const TOO_BUSY = `the bundle does more than ${MOST_FACTS} things`;

/** Reads all texts and the texts inside them, each with the reader of its language. */
export async function readUnits(opened: Opened): Promise<Subject> {
  const builder = new SubjectBuilder(opened);
  for (const unit of opened.units) await builder.read(unit, 0);
  await builder.readStarted();
  await builder.readLinked();
  return builder.subject();
}

/** Collects what the readers find in the texts of a bundle, within the limits. */
class SubjectBuilder {
  readonly #units: Unit[] = [];
  readonly #facts: Fact[] = [];
  readonly #prose: Prose[] = [];
  readonly #links: Link[] = [];
  readonly #parsed: ParsedFile[] = [];
  readonly #notices: Notice[];
  readonly #seen = new Set<string>();
  readonly #linked = new LinkedPrograms();
  /** Why files were not read to their end. */
  readonly #unread = new Map<string, string>();

  constructor(private readonly opened: Opened) {
    this.#notices = [...opened.notices];
  }

  /** Reads embedded texts before decoded ones: a fence knows the heading and list around it, which the same text decoded from the whole document does not. */
  async read(given: Unit, depth: number): Promise<void> {
    const unit = withoutReturns(given);
    const limit = this.#limit(depth);
    this.#stop(unit, limit);
    if (limit !== undefined) return;
    const tooLong = tooLongAs(unit);
    this.#stop(unit, tooLong);
    // the text around it was read
    if (tooLong !== undefined && depth > 0) return;
    const language = tooLong === undefined ? unit.language : 'text';
    const reading = await readerOf(language)(unit);
    this.#add(unit, reading);
    for (const inner of reading.units) await this.read(inner, depth + 1);
    await this.#decode(unit, depth);
  }

  /** Reads files again that are run in another language than their names say, until none is left. */
  async readStarted(): Promise<void> {
    const known = new Set<string>();
    for (let from = 0; from < this.#facts.length;) {
      const fresh = this.#facts.slice(from);
      from = this.#facts.length;
      for (const unit of startedFiles(fresh, this.opened.units)) {
        const size = known.size;
        if (known.add(`${unit.language} ${unit.file}`).size > size) await this.read(unit, 0);
      }
    }
  }

  /** Reads programs again that load others of the bundle, for what flows from one into the other. */
  async readLinked(): Promise<void> {
    for (let level = 0; level < MOST_LEVELS; level++) {
      const before = this.#linked.size;
      for (const unit of [...this.#linked.readers(this.opened.units)]) {
        const reading = await readerOf(unit.language)(unit);
        this.#linked.add(unit, reading);
        for (const fact of reading.facts) this.#addLinked(this.#linked.withoutGiven(fact));
      }
      if (this.#linked.size === before) return;
    }
  }

  #addLinked(fact: Fact): void {
    if (!this.#linked.isReached(fact)) return;
    const { line, text } = fact.at;
    const known = this.#facts.some(
      (other) =>
        other.kind === fact.kind &&
        other.at.unit.file === fact.at.unit.file &&
        other.at.line === line &&
        other.at.text === text &&
        this.#linked.isReached(other),
    );
    if (!known) this.#facts.push(fact);
  }

  #limit(depth: number): string | undefined {
    if (depth > DEEPEST) return TOO_DEEP;
    if (this.#facts.length > MOST_FACTS) return TOO_BUSY;
    return this.#units.length >= MOST_UNITS ? TOO_MANY : undefined;
  }

  #add(unit: Unit, reading: Reading): void {
    this.#units.push(unit);
    for (const fact of reading.facts) this.#facts.push(fact);
    for (const one of reading.prose) this.#prose.push(one);
    for (const link of reading.links) this.#links.push(link);
    this.#linked.add(unit, reading);
    if (reading.value !== undefined) this.#parsed.push({ unit, value: reading.value });
    this.#stop(unit, reading.unread);
  }

  async #decode(unit: Unit, depth: number): Promise<void> {
    const { units, notices, unread } = decodedUnits(unit);
    this.#stop(unit, unread);
    for (const notice of notices) if (this.#isNew(notice.at.unit)) this.#notices.push(notice);
    for (const inner of units) if (this.#isNew(inner)) await this.read(inner, depth + 1);
  }

  /** False for a text that was read before: a text in a fence is also found in the whole document. */
  #isNew({ file, line, decoded, text }: Unit): boolean {
    const hash = createHash('sha256')
      .update(JSON.stringify([file, line, decoded]))
      .update(text);
    const key = hash.digest('base64');
    const size = this.#seen.size;
    return this.#seen.add(key).size > size;
  }

  #stop({ file }: Unit, reason: string | undefined): void {
    if (reason !== undefined && !this.#unread.has(file)) this.#unread.set(file, reason);
  }

  subject(): Subject {
    return {
      files: this.opened.files.map((file) => this.#withReason(file)),
      reached: this.opened.reached,
      texts: this.opened.units,
      notices: this.#notices,
      units: this.#units,
      facts: this.#facts,
      prose: this.#prose,
      links: this.#links,
      parsed: this.#parsed,
    };
  }

  #withReason(file: ReviewedFile): ReviewedFile {
    const reason = this.#unread.get(file.path);
    return reason === undefined || file.analysed === 'unread'
      ? file
      : { ...file, analysed: 'unread', reason };
  }
}

/** A shell of Windows, and whoever copies a command, ends lines before the carriage return. */
function withoutReturns(unit: Unit): Unit {
  const { language, text } = unit;
  const has = language === 'shell' && text.includes('\r');
  return has ? { ...unit, text: text.replace(/\r+(?=\n|$)/g, '') } : unit;
}

/** Why a program is read as plain text only; `undefined` for one that is parsed. */
function tooLongAs({ language, text }: Unit): string | undefined {
  const most = COMMANDS.has(language) ? MOST_WORDS_OF_COMMANDS : MOST_WORDS;
  return !NOT_PROGRAMS.has(language) && hasMoreWords(text, most)
    ? `it has more than ${most} words and signs of ${language}`
    : undefined;
}

function hasMoreWords(text: string, most: number): boolean {
  if (text.length <= most) return false;
  const word = /\w+|[^\s\w]/g;
  let count = 0;
  while (count <= most && word.test(text)) count++;
  return count > most;
}

import {
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Node,
  type YAMLError,
} from 'yaml';
import { yamlTokens } from '../../../../toolbox/yaml-tokens.js';
import type { ReviewWarning } from '../../contract/review-run-view.js';
import { shown } from '../../engine/shown.js';

/** The file of a plugin that says which findings do not count. */
export const SUPPRESSIONS_PATH = '.svc-review.yml';

const MOST_BYTES = 64 * 1024;
const MOST_REASON = 500;
/** Levels: more would fill the stack of the parser, which can end the process. */
const DEEPEST = 100;
const FINGERPRINT = /^[0-9a-f]{32}$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export interface SuppressionEntry {
  readonly fingerprint: string;
  readonly reason: string;
  /** The last day, as `2026-12-31`. */
  readonly expires: string;
  /** Left out in reports of earlier versions of the program. */
  readonly line?: number;
}

/** What `.svc-review.yml` says. An entry with a problem does not count. */
export interface Suppressions {
  readonly entries: readonly SuppressionEntry[];
  readonly warnings: readonly ReviewWarning[];
}

const NONE: Suppressions = { entries: [], warnings: [] };

interface TextFile {
  readonly path: string;
  readonly content: Uint8Array;
}

/** The suppressions of a bundle: those of the file at its root. */
export function readSuppressions(files: readonly TextFile[]): Suppressions {
  const file = files.find(({ path }) => path === SUPPRESSIONS_PATH);
  if (file === undefined) return NONE;
  if (file.content.length > MOST_BYTES)
    return { entries: [], warnings: [warning(1, `The file has more than ${MOST_BYTES} bytes.`)] };
  return new SuppressionsReader(Buffer.from(file.content).toString('utf8')).read();
}

/** Entries that suppress nothing on a day: those that have expired and those without a finding. */
export function idleEntries(
  { entries }: Suppressions,
  { today, known }: { readonly today: string; readonly known: ReadonlySet<string> | undefined },
): readonly ReviewWarning[] {
  return entries.flatMap(({ fingerprint, expires, line = 1 }) => {
    if (expires < today) return [warning(line, `The entry expired on ${expires}.`)];
    if (known?.has(fingerprint) !== false) return [];
    return [warning(line, `No finding has the fingerprint ${fingerprint}.`)];
  });
}

const warning = (line: number, message: string): ReviewWarning => ({
  file: SUPPRESSIONS_PATH,
  line,
  message: `${message} It suppresses nothing.`,
});

class SuppressionsReader {
  private readonly lines = new LineCounter();
  private readonly warnings: ReviewWarning[] = [];

  constructor(private readonly text: string) {}

  read(): Suppressions {
    const { depth, many } = yamlTokens(this.text);
    if (depth > DEEPEST) return this.refused('The file is nested too deeply.');
    if (many) return this.refused('The file has too many signs of YAML.');
    const { contents, errors } = parseDocument(this.text, { lineCounter: this.lines });
    const [error] = errors;
    if (error !== undefined) {
      return { entries: [], warnings: [warning(error.linePos?.[0].line ?? 1, sentence(error))] };
    }
    const list = isMap(contents) ? contents.get('suppressions', true) : undefined;
    if (!isSeq(list)) {
      this.warn(contents, 'A list `suppressions` is expected.');
      return { entries: [], warnings: this.warnings };
    }
    const entries = list.items.flatMap((item) => this.entry(item as Node) ?? []);
    return { entries, warnings: this.warnings };
  }

  private refused(message: string): Suppressions {
    return { entries: [], warnings: [warning(1, message)] };
  }

  private entry(item: Node): SuppressionEntry | undefined {
    const fingerprint = this.field(item, 'fingerprint');
    const reason = this.field(item, 'reason');
    const expires = this.field(item, 'expires');
    const problem = problemOf({ fingerprint, reason, expires });
    if (problem === undefined) {
      const line = this.lineOf(item);
      return { fingerprint, reason: shown(reason, MOST_REASON), expires, line };
    }
    this.warn(item, problem);
    return undefined;
  }

  private field(item: Node, name: string): string {
    const value: unknown = isMap(item) ? item.get(name, true) : undefined;
    // as it is written: a fingerprint may consist of digits, and a day is no number
    return isScalar(value) ? (value.source ?? '').trim() : '';
  }

  private warn(node: Node | null, message: string): void {
    this.warnings.push(warning(this.lineOf(node), message));
  }

  private lineOf(node: Node | null): number {
    const offset = node?.range?.[0] ?? 0;
    return Math.max(1, this.lines.linePos(offset).line);
  }
}

/** What the parser says, without the place, which the warning has anyway. */
function sentence({ message }: YAMLError): string {
  const [what = ''] = shown(message.split('\n', 1)[0] ?? '').split(/ at line \d+/, 1);
  return /[.!?]$/.test(what) ? what : `${what}.`;
}

/** Months have as many days as they have: others are counted into the next month by `Date`. */
function isDay(text: string): boolean {
  const time = DAY.test(text) ? Date.parse(text) : NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

function problemOf({ fingerprint, reason, expires }: SuppressionEntry): string | undefined {
  if (!FINGERPRINT.test(fingerprint))
    return 'An entry needs the `fingerprint` of a finding, 32 letters and digits.';
  if (reason === '' || reason.length > MOST_REASON)
    return `An entry needs a \`reason\` of at most ${MOST_REASON} characters.`;
  return isDay(expires)
    ? undefined
    : 'An entry needs the day on which it `expires`, such as 2026-12-31.';
}

/** Words, texts and marks of programming languages that have no grammar here. */
import type { Language } from '../../unit.js';

export interface Token {
  /** `command` is a text between backticks, or the like, that a shell runs. */
  readonly kind: 'word' | 'text' | 'command' | 'mark' | 'end';
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** How a language writes comments and whether backticks run commands. */
interface Dialect {
  readonly comment: RegExp;
  readonly backticksRun: boolean;
}

const HASH = String.raw`(?<![^\s;{}()])#[^\n]*`;
const SLASHES = String.raw`\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)`;
const DIALECTS: Partial<Record<Language, Dialect>> = {
  ruby: { comment: new RegExp(HASH, 'y'), backticksRun: true },
  perl: { comment: new RegExp(HASH, 'y'), backticksRun: true },
  php: { comment: new RegExp(`${HASH}|${SLASHES}`, 'y'), backticksRun: true },
  lua: { comment: /--\[\[[^]*?(?:\]\]|$)|--[^\n]*/y, backticksRun: false },
  applescript: { comment: /--[^\n]*|\(\*[^]*?(?:\*\)|$)/y, backticksRun: false },
  compiled: { comment: new RegExp(SLASHES, 'y'), backticksRun: false },
};

const SPACE = /[ \t\r]+/y;
/** Names with the parts that lead to them: `Net::HTTP.get`, `$this->client`, `os.Environ`. */
const WORD = /do shell script\b|[$@%&]{0,2}[A-Za-z_]\w*[!?]?(?:(?:\.|::|->|\\)[A-Za-z_]\w*[!?]?)*/y;
const TEXT = /"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*'|`(?:[^`\\]|\\[^])*`/y;
/** A single quotation mark is a lifetime or one character in languages that are compiled. */
const CHARACTER = /'(?:[^'\\\n]|\\[^'\n]{1,10})'|'/y;
/** Texts between other marks, of Ruby and Perl. */
const QUOTED =
  /(%x|qx|%[qQ]|qq?)(?:\{([^}]{0,5000})\}|\(([^)]{0,5000})\)|\[([^\]]{0,5000})\]|<([^>]{0,5000})>|\|([^|]{0,5000})\||\/([^/]{0,5000})\/)/y;
/** Lists of words without quotation marks, of Ruby and Perl. */
const WORDS =
  /(?:%[wWiI]|qw\s{0,3})(?:\{([^}]{0,5000})\}|\(([^)]{0,5000})\)|\[([^\]]{0,5000})\]|<([^>]{0,5000})>|\|([^|]{0,5000})\||\/([^/]{0,5000})\/)/y;
const MARK = /:=|=>|==|!=|<=|>=|=~|<<|[^]/y;

/** All tokens of a text; one `end` for each line end and semicolon. */
export function tokensOf(text: string, language: Language): readonly Token[] {
  const dialect = DIALECTS[language];
  const tokens: Token[] = [];
  const add = (token: Token): void => {
    // thousands of blank lines separate no more than one line end
    if (!endsLine(token) || !endsLine(tokens.at(-1))) tokens.push(token);
  };
  for (let at = 0; at < text.length;) {
    const here = { text, at };
    const skipped = matchAt(SPACE, here) ?? (dialect && matchAt(dialect.comment, here));
    if (skipped === undefined) {
      const found = tokensAt(here, language);
      found.forEach(add);
      at = found.at(-1)?.to ?? at + 1;
    } else at += skipped[0].length;
  }
  return tokens;
}

/** The token at a position, or those of a list of words. */
function tokensAt(here: Position, language: Language): readonly Token[] {
  const scripted = language === 'ruby' || language === 'perl';
  const words = scripted ? matchAt(WORDS, here) : undefined;
  if (words !== undefined) return wordList(words);
  const other = scripted ? matchAt(QUOTED, here) : undefined;
  const { kind, text, size } =
    other === undefined
      ? nextOf(here, {
          compiled: language === 'compiled',
          backticksRun: DIALECTS[language]?.backticksRun === true,
        })
      : quotedText(other);
  return [{ kind, text, from: here.at, to: here.at + size }];
}

const endsLine = (token: Pick<Token, 'kind' | 'text'> | undefined): boolean =>
  token?.kind === 'end' && token.text === '\n';

/** The tokens of the list as it would stand in brackets. */
function wordList(match: RegExpExecArray): readonly Token[] {
  const [source, ...groups] = match as readonly (string | undefined)[];
  const place = { from: match.index, to: match.index + (source ?? '').length };
  const inside = groups.find((one) => one !== undefined) ?? '';
  const texts = inside.split(/\s+/).filter(Boolean);
  return [
    { ...place, kind: 'mark', text: '[' },
    ...texts.flatMap((text): Token[] => [
      { ...place, kind: 'text', text },
      { ...place, kind: 'mark', text: ',' },
    ]),
    { ...place, kind: 'mark', text: ']' },
  ];
}

function quotedText([source, ...groups]: RegExpExecArray): Found {
  const text = groups.slice(1).find((one) => (one as string | undefined) !== undefined) ?? '';
  return { kind: /^(?:%x|qx)/.test(source) ? 'command' : 'text', text, size: source.length };
}

interface Found {
  readonly kind: Token['kind'];
  readonly text: string;
  readonly size: number;
}

interface Position {
  readonly text: string;
  readonly at: number;
}

function nextOf(
  here: Position,
  { compiled, backticksRun }: { readonly compiled: boolean; readonly backticksRun: boolean },
): Found {
  const quoted = (compiled ? matchAt(CHARACTER, here) : undefined) ?? matchAt(TEXT, here);
  if (quoted !== undefined) {
    const [source] = quoted;
    const kind = backticksRun && source.startsWith('`') ? 'command' : 'text';
    return { kind, text: unescaped(source.slice(1, -1)), size: source.length };
  }
  return wordOrMark(here);
}

function wordOrMark(here: Position): Found {
  const word = matchAt(WORD, here)?.[0];
  if (word !== undefined) return { kind: 'word', text: word, size: word.length };
  const mark = matchAt(MARK, here)?.[0] ?? '';
  return { kind: /[\n;]/.test(mark) ? 'end' : 'mark', text: mark, size: mark.length };
}

function matchAt(pattern: RegExp, { text, at }: Position): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const NAMED = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['0', '\0'],
  ['e', '\u001b'],
]);
const ESCAPE = /\\(?:x([\da-fA-F]{2})|u\{?([\da-fA-F]{4,6})\}?|([^]))/g;

const unescaped = (text: string): string =>
  text.replaceAll(ESCAPE, (...[, byte, point, other = '']: (string | undefined)[]) => {
    const code = byte ?? point;
    if (code === undefined) return NAMED.get(other) ?? other;
    const value = Number.parseInt(code, 16);
    return value <= 0x10_ffff ? String.fromCodePoint(value) : '';
  });

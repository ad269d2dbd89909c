import { domainToUnicode } from 'node:url';
import { isDisguised, isMixed } from '../../decode/look-alikes.js';
import type { Confidence } from '../../report.js';
import type { Severity } from '../../../../registry/contract/scanners.js';
import type { Language } from '../../unit.js';
import type { unicodeTexts } from './rule-texts.js';

/** Something in one line. */
export interface Seen {
  readonly rule: keyof typeof unicodeTexts;
  /** Offset in the line. */
  readonly from: number;
  readonly severity?: Severity;
  readonly confidence: Confidence;
  readonly detail?: string;
}

export interface Line {
  readonly text: string;
  /** Whether the line is one of a program. */
  readonly code: boolean;
  readonly language: Language;
}

/** As many as are asked for: a line can hold millions. */
function firstOf(
  matches: Iterable<RegExpExecArray>,
  most: number,
  holds: (match: RegExpExecArray) => boolean = () => true,
): RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of matches) if (holds(match) && found.push(match) === most) break;
  return found;
}

const FLAG = /\u{1F3F4}[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
const TAG = /[\u{E0001}\u{E0020}-\u{E007F}]/u;

function* tags({ text }: Line): Generator<Seen> {
  const from = text.replace(FLAG, (flag) => ' '.repeat(flag.length)).search(TAG);
  if (from !== -1) yield { rule: 'tags', from, confidence: 'high' };
}

const SELECTORS = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]{4}/u;

function* selectors({ text }: Line): Generator<Seen> {
  const from = text.search(SELECTORS);
  if (from !== -1) yield { rule: 'selectors', from, confidence: 'high' };
}

/** Joiners between letters that need none; the others have no width anywhere. */
const ZERO_WIDTH =
  /(?<=[\p{Script=Latin}\p{N}])[\u200c\u200d]+(?=[\p{Script=Latin}\p{N}\u200b\u2060])|[\u200b\u2060-\u2064\u180e\u034f]|(?<=[^\u00ad]{1})\ufeff|(?<=[A-Za-z])\u00ad(?=[A-Za-z])/gu;
const ALL_ZERO_WIDTH = /[\u200b-\u200d\u2060-\u2064\u180e\u034f\ufeff]/g;
const ZERO_WIDTH_RUN = /[\u200b-\u200d\u2060-\u2064\u180e\ufeff]{6,1000}/;
/** One character many times is no message. */
const ONLY_JOINERS = /^(.)\1*$/u;
const MANY = 3;
/** Scripts that separate words or join letters with them. */
const NEEDS_THEM =
  /[\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Oriya}\p{Script=Thai}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Lao}\p{Script=Tibetan}\p{Script=Mongolian}]/u;

/** In a program, one that stands for itself is a value like any other. */
const inWord = (text: string, { index }: RegExpExecArray): boolean =>
  /\p{L}/u.test(text.charAt(index - 1)) && /\p{L}/u.test(text.charAt(index + 1));

function* zeroWidth({ text, code }: Line): Generator<Seen> {
  const run = ZERO_WIDTH_RUN.exec(text);
  if (run !== null && !ONLY_JOINERS.test(run[0])) {
    const from = run.index;
    const detail = `The line holds ${text.match(ALL_ZERO_WIDTH)?.length ?? 0} of them, in rows.`;
    yield { rule: 'zeroWidth', from, severity: 'HIGH', confidence: 'high', detail };
    return;
  }
  const found = firstOf(text.matchAll(ZERO_WIDTH), MANY, (one) => !code || inWord(text, one));
  const [first] = found;
  if (first === undefined || NEEDS_THEM.test(text)) return;
  const severity = found.length === MANY ? 'MEDIUM' : 'LOW';
  yield { rule: 'zeroWidth', from: first.index, severity, confidence: 'medium' };
}

const OPEN = /[\u202a-\u202e\u2066-\u2068]/g;
const CLOSE = /[\u202c\u2069]/g;
const OVERRIDE = /[\u202d\u202e]/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function* bidirectional({ text, code }: Line): Generator<Seen> {
  const from = text.search(OPEN);
  if (from === -1) return;
  const hasCause = RIGHT_TO_LEFT.test(text);
  const severe = !hasCause && reorders(text);
  if (severe) yield { rule: 'bidi', from, severity: code ? 'HIGH' : 'MEDIUM', confidence: 'high' };
  else if (reorders(text) || (code && !hasCause))
    yield { rule: 'bidi', from, confidence: 'medium' };
}

/** Whether letters are forced into an order, or what is opened reaches beyond the line. */
const reorders = (text: string): boolean =>
  OVERRIDE.test(text) || text.match(OPEN)?.length !== text.match(CLOSE)?.length;

const PRIVATE = /[\ue000-\uf8ff\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]/gu;
const DECODES =
  /\b(?:eval|exec|Function|charCodeAt|codePointAt|fromCharCode|ord|chr|decode|atob)\b/;
const LEAST_PRIVATE = 8;

function* privateUse({ text }: Line): Generator<Seen> {
  const found = firstOf(text.matchAll(PRIVATE), LEAST_PRIVATE);
  const [first] = found;
  if (first === undefined || found.length < LEAST_PRIVATE) return;
  const decodes = DECODES.test(text);
  yield {
    rule: 'privateUse',
    from: first.index,
    ...(decodes && { severity: 'HIGH' as const }),
    confidence: decodes ? 'high' : 'low',
  };
}

const FILLERS = /[\u3164\uffa0\u115f\u1160\u17b4\u17b5]/;
const HANGUL = /[\uac00-\ud7a3\u1100-\u115e\u1161-\u11ff]/;
const BLANK_BRAILLE = /\u2800{8,}/;
const BRAILLE = /[\u2801-\u28ff]/;

function* fillers({ text, code }: Line): Generator<Seen> {
  const from = HANGUL.test(text) ? -1 : text.search(FILLERS);
  if (from !== -1)
    yield {
      rule: 'fillers',
      from,
      ...(code && { severity: 'HIGH' as const }),
      confidence: code ? 'high' : 'medium',
    };
  else if (BLANK_BRAILLE.test(text) && !BRAILLE.test(text))
    yield { rule: 'fillers', from: text.indexOf('\u2800'), severity: 'LOW', confidence: 'low' };
}

/** Longer rows of letters are no words. */
const WORD = /[\p{L}\p{M}_]{3,60}/gu;
const HOST =
  /(?<![\p{L}\p{N}-])((?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24})(?=[/:?#\s"'`)>\],]|$)/gu;
const ENCODED_HOST =
  /\b(?:[a-z0-9-]{1,63}\.){0,6}xn--[a-z0-9-]{1,60}(?:\.[a-z0-9-]{2,63}){1,6}\b/gi;
const LEAST_LATIN = 2;

function* mixedWords({ text, code }: Line): Generator<Seen> {
  const [host] = firstOf(text.matchAll(HOST), 1, ([, name = '']) => isLookAlikeHost(name));
  if (host !== undefined)
    yield { rule: 'mixedHost', from: host.index, confidence: 'high', detail: `Here: ${host[1]}.` };
  const [word] = firstOf(text.matchAll(WORD), 1, ([one]) => isSuspicious(one));
  if (word === undefined || host !== undefined) return;
  yield {
    rule: 'mixed',
    from: word.index,
    confidence: code ? 'medium' : 'high',
    detail: `Here: ${word[0]}.`,
  };
}

/** A name with letters that look Latin and are not, though its ending is. */
const isLookAlikeHost = (name: string): boolean =>
  /\.[a-z]{2,}$/i.test(name) &&
  name.split('.').some((label) => label.length > 2 && (isMixed(label) || isDisguised(label)));

/** A row of ASCII: names of hosts are written there as `xn--`. */
function* encodedHosts({ text }: Line): Generator<Seen> {
  if (!text.includes('xn--')) return;
  for (const { 0: name, index } of text.matchAll(ENCODED_HOST))
    if (isLookAlikeHost(domainToUnicode(name)))
      yield {
        rule: 'mixedHost',
        from: index,
        confidence: 'high',
        detail: `It is shown as ${domainToUnicode(name)}.`,
      };
}

const isSuspicious = (word: string): boolean =>
  isMixed(word) && (word.match(/[a-z]/gi)?.length ?? 0) >= LEAST_LATIN;

const STYLED = /[\uff21-\uff3a\uff41-\uff5a\u{1D400}-\u{1D6A5}]{4,}/u;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

function* styled({ text }: Line): Generator<Seen> {
  const from = text.search(STYLED);
  if (from !== -1 && !CJK.test(text)) yield { rule: 'styled', from, confidence: 'low' };
}

/** Concealed or black on black, or the cursor goes back over what was written. */
const CONCEALS = /\x1b\[(?:\d{1,3};){0,6}(?:8|30;40|37;47|97;107)m/;
const ERASES = /\x1b\[\d{0,3}(?:[AFJK]|;\d{0,3}H)|\x08{3,}/;

function* terminal({ text }: Line): Generator<Seen> {
  if (!/[\x1b\b]/.test(text)) return;
  const conceals = text.search(CONCEALS);
  const erases = text.search(ERASES);
  if (conceals !== -1)
    yield { rule: 'terminal', from: conceals, severity: 'HIGH', confidence: 'high' };
  else if (erases !== -1) yield { rule: 'terminal', from: erases, confidence: 'medium' };
}

const FAR = /\S[\t \u00a0\u2000-\u200a\u3000]{200,100000}(?=[^\s|+}\])-])/;
const ENOUGH_LETTERS = /\p{L}{2,}[^\p{L}]+\p{L}{2,}/u;

function* offScreen({ text }: Line): Generator<Seen> {
  if (text.length < 200) return;
  const far = FAR.exec(text);
  if (far === null || /^\s*\|/.test(text)) return;
  const from = far.index + far[0].length;
  if (ENOUGH_LETTERS.test(text.slice(from, from + 400)))
    yield { rule: 'offScreen', from, confidence: 'medium' };
}

/** What a line of ASCII can hold. */
export const ASCII_SCANS = [terminal, offScreen, encodedHosts] as const;
/** What other characters can do. */
export const UNICODE_SCANS = [
  tags,
  selectors,
  zeroWidth,
  bidirectional,
  privateUse,
  fillers,
  mixedWords,
  styled,
] as const;

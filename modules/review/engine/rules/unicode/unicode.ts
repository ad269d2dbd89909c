/** Characters that are invisible or that display as other characters. */
import { linesIn } from '../../decode/stretch.js';
import type { Check, Draft } from '../../rule.js';
import { spanAt, type Language, type Unit } from '../../unit.js';
import { ASCII_SCANS, UNICODE_SCANS, type Line, type Seen } from './scan-lines.js';
import { unicodeTexts } from './rule-texts.js';

const PROSE = new Set<Language>(['markdown', 'text', 'html']);
const BEYOND_ASCII = /[^\x00-\x7f]/;
const BEFORE = 40;
const AFTER = 120;
/** Lines that look alike, such as those of a table of letters, say no more than the first ones. */
const MOST_OF_A_RULE = 20;

export const unicodeCheck: Check = {
  rules: Object.values(unicodeTexts),
  *check({ texts }) {
    for (const unit of texts) {
      yield* lineDrafts(unit);
      yield* farBelow(unit);
    }
  },
};

function* lineDrafts(unit: Unit): Generator<Draft> {
  const counts = new Map<string, number>();
  const code = !PROSE.has(unit.language);
  for (const { line: text, from: index } of linesIn(unit.text)) {
    const line = { text, code, language: unit.language };
    for (const seen of seenIn(line)) {
      const count = (counts.get(seen.rule) ?? 0) + 1;
      counts.set(seen.rule, count);
      if (count <= MOST_OF_A_RULE) yield draftOf(unit, seen, { text, index });
    }
  }
}

function* seenIn(line: Line): Generator<Seen> {
  for (const scan of ASCII_SCANS) yield* scan(line);
  if (BEYOND_ASCII.test(line.text)) for (const scan of UNICODE_SCANS) yield* scan(line);
}

function draftOf(unit: Unit, seen: Seen, line: { text: string; index: number }): Draft {
  const { rule, from, confidence, severity, detail } = seen;
  const start = line.index + Math.max(0, from - BEFORE);
  const end = line.index + Math.min(line.text.length, from + AFTER);
  return {
    rule: unicodeTexts[rule],
    at: spanAt(unit, start, end),
    confidence,
    ...(severity !== undefined && { severity }),
    ...(detail !== undefined && { detail }),
  };
}

const MANY_LINES = 50;

/** Text below many empty lines. */
function* farBelow(unit: Unit): Generator<Draft> {
  let empty = 0;
  let from = 0;
  for (const line of unit.text.split('\n')) {
    if (line.trim() === '') empty += 1;
    else {
      if (empty > MANY_LINES && from > empty)
        yield {
          rule: unicodeTexts.offScreen,
          at: spanAt(unit, from, from + Math.min(line.length, AFTER)),
          confidence: 'medium',
        };
      empty = 0;
    }
    from += line.length + 1;
  }
}

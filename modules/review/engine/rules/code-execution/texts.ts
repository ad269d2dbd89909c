import type { Check, Draft, Subject } from '../../rule.js';
import { spanAt, type Language, type Unit } from '../../unit.js';
import { addressReplaced, backDoor, checksOff, delayedHarm, testsForced } from './rule-texts.js';
import { textRows, type TextRow } from './text-rows.js';

const LANGUAGES: ReadonlySet<Language> = new Set<Language>([
  'python',
  'javascript',
  'typescript',
  'tsx',
  'php',
  'ruby',
  'perl',
  'compiled',
  'shell',
  'powershell',
  'yaml',
  'html',
  'text',
]);
/** Findings of one row in one file: the first ones speak for the rest. */
const MOST = 5;
/** Programs that people write are shorter; what is longer was made by a bundler. */
const LONGEST = 400_000;

/** Lines of code that are telling by themselves, whatever the rest of the program does. */
export const tellingCode: Check = {
  rules: [backDoor, checksOff, testsForced, delayedHarm, addressReplaced],
  check: (subject: Subject) =>
    subject.units
      .filter(({ language, text }) => LANGUAGES.has(language) && text.length <= LONGEST)
      .flatMap((unit) => textRows.flatMap((row) => draftsOf(row, unit))),
};

function draftsOf({ rule, severity, pattern, beside = [], unless }: TextRow, unit: Unit): Draft[] {
  const { text } = unit;
  const found: Draft[] = [];
  for (const { 0: match, index } of text.matchAll(pattern)) {
    if (found.length >= MOST || beside.some((other) => !other.test(text))) break;
    if (unless?.test(match) === true) continue;
    found.push({
      rule,
      at: spanAt(unit, index, index + match.length),
      severity: severity ?? rule.severity,
      confidence: 'medium',
    });
  }
  return found;
}

import type { RE2JS } from 're2js';
import type { Check, Draft, Subject } from '../../rule.js';
import { spanAt, type At, type Language } from '../../unit.js';
import { readRules, type OperatorRule, type TextKind } from './rule-file.js';

export { OperatorRulesError } from './rule-file.js';

/** The checks of a file of the operator's rules; see README.md of this folder. Throws `OperatorRulesError`. */
export function operatorChecks(text: string, fileName: string): readonly Check[] {
  return readRules(text, fileName).map((rule) => ({
    rules: [rule.text],
    check: (subject) => [...draftsOf(rule, subject)],
  }));
}

/** A text and how a match in it becomes a position. */
interface Searched {
  readonly text: string;
  readonly file: string;
  readonly at: (from: number, to: number) => At;
}

function* draftsOf(rule: OperatorRule, subject: Subject): Iterable<Draft> {
  for (const kind of rule.kinds)
    for (const searched of TEXTS[kind](subject))
      if (rule.paths.length === 0 || rule.paths.some((path) => path.test(searched.file)))
        for (const at of matchesOf(rule, searched))
          yield { rule: rule.text, at, confidence: 'high' };
}

function* matchesOf({ any, all, none }: OperatorRule, searched: Searched): Iterable<At> {
  const { text } = searched;
  if (none.some((pattern) => pattern.test(text))) return;
  if (!all.every((pattern) => pattern.test(text))) return;
  // without patterns of which any counts, the first of those that all count says where
  const found = any.length > 0 ? any : all.slice(0, 1);
  for (const pattern of found) yield* positions(pattern, searched);
}

function* positions(pattern: RE2JS, { text, at }: Searched): Iterable<At> {
  const matcher = pattern.matcher(text);
  while (matcher.find()) {
    const [from, to] = [matcher.start(), matcher.end()];
    if (to > from) yield at(from, to);
  }
}

const NO_CODE: ReadonlySet<Language> = new Set(['markdown', 'text', 'json', 'yaml', 'toml']);

const TEXTS: Readonly<Record<TextKind, (subject: Subject) => Iterable<Searched>>> = {
  prose: ({ prose }) => prose.map(({ at, text }) => ({ text, file: at.unit.file, at: () => at })),
  code: ({ units }) =>
    units
      .filter(({ language }) => !NO_CODE.has(language))
      .map((unit) => ({
        text: unit.text,
        file: unit.file,
        at: (from, to) => spanAt(unit, from, to),
      })),
  any: wholeTexts,
};

/** Files as they are, and what was decoded from them. */
function* wholeTexts({ units }: Subject): Iterable<Searched> {
  const seen = new Set<string>();
  for (const unit of units) {
    const { file, text, decoded } = unit;
    if (decoded.length > 0 || !seen.has(file))
      yield { text, file, at: (from, to) => spanAt(unit, from, to) };
    seen.add(file);
  }
}

import type { Severity } from '../../../../registry/contract/scanners.js';
import type { Check, Draft, RuleText, Subject } from '../../rule.js';
import { frameAt, lineAt, type Unit } from '../../unit.js';
import { assignedIn, bearersIn, chosenIn } from './assignments.js';
import { entropyOf, isPlaceholder, isTyped } from './placeholder.js';
import { presetMatches } from './preset.js';
import { privateKeysIn } from './private-keys.js';
import { assignedValue, jsonWebToken, privateKey, token, urlPassword } from './rule-texts.js';
import { JSON_WEB_TOKEN, tokensIn } from './tokens.js';

interface Match {
  readonly rule: RuleText;
  readonly from: number;
  readonly to: number;
  readonly severity?: Severity;
  readonly detail?: string;
  readonly absolute?: boolean;
}

/** Secrets in the texts of all files, and in what was decoded from them. */
export const secretsCheck: Check = {
  rules: [privateKey, token, jsonWebToken, urlPassword, assignedValue],
  async check(subject) {
    const drafts: Draft[] = [];
    const frames = new Framed(subject);
    for (const unit of wholeTexts(subject))
      for (const { from, to, ...match } of disjoint(await matchesIn(unit))) {
        const line = lineAt(unit, from);
        const at = { unit: frames.unitAt(unit, line), line, text: unit.text.slice(from, to) };
        const secret = BARE.has(match.rule);
        drafts.push({
          ...match,
          at,
          secret,
          confidence: match.rule === assignedValue ? 'low' : 'high',
        });
      }
    return drafts;
  },
};

/** Rules whose spans are secrets without anything around them. */
const BARE: ReadonlySet<RuleText> = new Set([token, jsonWebToken, assignedValue]);

/** Files as they are, and what was decoded; everything else is part of one of them. */
function* wholeTexts({ units }: Subject): Iterable<Unit> {
  const seen = new Set<string>();
  for (const unit of units) {
    if (unit.decoded.length > 0 || !seen.has(unit.file)) yield unit;
    seen.add(unit.file);
  }
}

/** The stretch of a file whose document says something about a line, such as that of a fence. */
class Framed {
  readonly #byFile = new Map<string, Unit[]>();

  constructor({ units }: Subject) {
    for (const unit of units) {
      if (unit.frames.length === 0 || unit.decoded.length > 0) continue;
      const known = this.#byFile.get(unit.file);
      if (known === undefined) this.#byFile.set(unit.file, [unit]);
      else known.push(unit);
    }
  }

  unitAt(unit: Unit, line: number): Unit {
    if (unit.decoded.length > 0) return unit;
    const framed = this.#byFile.get(unit.file) ?? [];
    return framed.find((one) => frameAt({ unit: one, line }) !== undefined) ?? unit;
  }
}

async function matchesIn(unit: Unit): Promise<readonly Match[]> {
  const { text } = unit;
  return [
    ...keysOf(unit),
    ...tokensOf(text),
    ...(await presetOf(text)),
    ...webTokensOf(text),
    ...passwordsOf(text),
    ...assignedOf(text),
  ];
}

/** The first of those that overlap. */
function* disjoint(matches: readonly Match[]): Iterable<Match> {
  const order = matches.map((match, rank) => ({ match, rank }));
  order.sort((one, other) => one.match.from - other.match.from || one.rank - other.rank);
  let end = -1;
  for (const { match } of order) {
    if (match.from < end) continue;
    end = match.to;
    yield match;
  }
}

const NOT_FOR_USE = new Set(['test', 'fixture', 'documentation']);

function* keysOf({ text, role }: Unit): Iterable<Match> {
  for (const { from, to, whole } of privateKeysIn(text)) {
    const before = text.slice(Math.max(0, from - 200), from);
    const example = /example|sample|dummy|fake|test|not a real|do not use/i.test(before);
    yield {
      rule: privateKey,
      from,
      to,
      ...(example || !whole ? { severity: 'MEDIUM' } : { absolute: !NOT_FOR_USE.has(role) }),
    };
  }
}

function* tokensOf(text: string): Iterable<Match> {
  for (const { issuer, from, to } of tokensIn(text)) {
    const value = text.slice(from, to);
    if (isPlaceholder(value) || entropyOf(value) < LEAST_ENTROPY) continue;
    const detail = `It has the form of a token of ${issuer}.`;
    yield { rule: token, from, to, detail, severity: tokenSeverity(value) };
  }
}

const tokenSeverity = (value: string): Severity => (isTyped(value) ? 'MEDIUM' : token.severity);

/** Entropy of generated text, at least, in bits for each character; words and repetitions have less. */
const LEAST_ENTROPY = 3;

async function presetOf(text: string): Promise<readonly Match[]> {
  const found = await presetMatches(text);
  return found.flatMap(({ kind, from, to }) => {
    const value = text.slice(from, to);
    if (kind === 'BasicAuth' || /Connection$/.test(kind)) return [];
    if (isPlaceholder(value) || entropyOf(value) < LEAST_ENTROPY) return [];
    const detail = `Its form is that of secretlint's ${kind}.`;
    return [{ rule: token, from, to, detail, severity: tokenSeverity(value) }];
  });
}

/** The subject of the token that documentation everywhere shows. */
const SAMPLE_SUBJECT = /"sub":"(?:1234567890|user\w*|123)"|"name":"(?:John|Jane) Doe"|example/i;

function* webTokensOf(text: string): Iterable<Match> {
  for (const { 0: match, index } of text.matchAll(JSON_WEB_TOKEN)) {
    const [, payload = '', signature = ''] = match.split('.');
    const claims = Buffer.from(payload, 'base64url').toString().replace(/\s/g, '');
    if (!claims.endsWith('}') || SAMPLE_SUBJECT.test(claims) || isPlaceholder(signature)) continue;
    yield { rule: jsonWebToken, from: index, to: index + match.length };
  }
}

const PASSWORD =
  /(?<scheme>[a-z][a-z0-9+.-]{1,20}):\/\/(?<user>[^\s:/@"'`<>(){}$]{0,100}):(?<password>[^\s/@"'`<>(){}$]{6,200})@(?<host>[\w.-]{3,200})/gi;
const SAMPLE_PASSWORD =
  /^(?:pass(?:word|wd)?|pwd|postgres|root|admin|guest|user|mysql|mongo|redis|rabbit(?:mq)?|db|secret|letmein)[\d!]{0,4}$/i;
const SAMPLE_HOST = /^(?:127\.|0\.0\.0\.0)|example|^[\w-]+$|\.test$/i;

function* passwordsOf(text: string): Iterable<Match> {
  for (const { 0: match, index, groups } of text.matchAll(PASSWORD)) {
    const { password, host, user } = groups as Record<'password' | 'host' | 'user', string>;
    if (password === user || SAMPLE_PASSWORD.test(password) || SAMPLE_HOST.test(host)) continue;
    if (isPlaceholder(password) || isPlaceholder(host)) continue;
    yield { rule: urlPassword, from: index, to: index + match.length };
  }
}

function* assignedOf(text: string): Iterable<Match> {
  for (const { from, to } of assignedIn(text)) yield { rule: assignedValue, from, to };
  for (const { from, to } of bearersIn(text)) yield { rule: assignedValue, from, to };
  for (const { from, to } of chosenIn(text))
    yield { rule: assignedValue, from, to, severity: 'LOW' };
}

/** What destroys data, uses up the computer, or makes others pay. */
import type { Fact, FactOf } from '../../facts.js';
import type { Check, Draft, Subject } from '../../rule.js';
import { isDisk, isPrecious } from '../../tables/paths.js';
import { commandDrafts, commandTable } from '../commands.js';
import { factsOf, weighedByTrigger, worstBy } from '../flows.js';
import { destructionRows } from './rows.js';
import * as texts from './rule-texts.js';

const commands = commandTable(destructionRows);

export const destruction: Check = {
  rules: Object.values(texts),
  check(subject) {
    const found = [
      ...commandDrafts(subject, commands),
      ...factsOf(subject, 'delete').flatMap(deleted),
      ...factsOf(subject, 'write').flatMap(overwritten),
      ...encrypted(subject),
      ...pools(subject),
      ...forkBombs(subject),
    ];
    return worstBy(found, ({ at }) => JSON.stringify([at.unit.file, at.unit.decoded, at.line]));
  },
};

function deleted(fact: FactOf<'delete'>): Draft[] {
  const { text } = fact.path;
  if (!fact.recursive && !text.endsWith('/*')) return [];
  const severity = weighedByTrigger('HIGH', fact);
  if (isPrecious(text))
    return [{ rule: texts.dataDeleted, at: fact.at, confidence: 'high', severity }];
  if (WORKING_FOLDER.test(text))
    return [
      {
        rule: texts.dataDeleted,
        at: fact.at,
        confidence: 'medium',
        severity: weighedByTrigger('MEDIUM', fact),
      },
    ];
  return UNSET.test(text) ? [{ rule: texts.unclearTarget, at: fact.at, confidence: 'low' }] : [];
}

/** All that the user works on: the folder that the program was started in. */
const WORKING_FOLDER =
  /^(?:\.\/?|\$\{?PWD\}?\/?|\$\(pwd\)|\$\{?GITHUB_WORKSPACE\}?\/?|%cd%)(?:\/?\*)?$/i;

/** A variable and then only a slash or a wild card: with nothing in it, the root of the disk. */
const UNSET = /^\$\{?\w+\}?\/(\*|\.\*)?$/;

function overwritten(fact: FactOf<'write'>): Draft[] {
  if (!isDisk(fact.path.text)) return [];
  return [
    {
      rule: texts.diskOverwritten,
      at: fact.at,
      confidence: 'high',
      severity: weighedByTrigger('HIGH', fact),
    },
  ];
}

/** Files of a folder that are made unreadable one after the other, the originals overwritten or deleted. */
function encrypted(subject: Subject): Draft[] {
  const deletedPaths = new Set(factsOf(subject, 'delete').map(({ path }) => path.text));
  return factsOf(subject, 'write').flatMap((fact): Draft[] => {
    if (!fact.sources.some(({ kind }) => kind === 'encrypted')) return [];
    const lost = fact.sources.flatMap((source) =>
      source.kind === 'file' &&
      source.path.text.includes('*') &&
      (source.path.text === fact.path.text || deletedPaths.has(source.path.text))
        ? [source.path.text]
        : [],
    );
    if (lost.length === 0) return [];
    const severity = lost.some(isPrecious) ? 'HIGH' : 'MEDIUM';
    return [
      {
        rule: texts.ransom,
        at: fact.at,
        confidence: 'medium',
        severity: weighedByTrigger(severity, fact),
      },
    ];
  });
}

const POOL =
  /\bstratum\+?\w*:\/\/|\b(pool\.(supportxmr|minexmr|hashvault)|supportxmr\.com|nanopool\.org|minexmr\.com|moneroocean\.stream|2miners\.com|f2pool\.com|ethermine\.org|nicehash\.com|hashvault\.pro|c3pool\.(com|org)|unmineable\.com|herominers\.com|coinhive\.com|coinimp\.com|crypto-loot\.com|webminepool\.com)\b|--donate-level|\brandomx\b.{0,80}--?o(url)?\b/i;

/** Addresses of mining pools, whichever program is given them. */
function pools(subject: Subject): Draft[] {
  return subject.facts
    .filter((fact) => POOL.test(wordsOf(fact)))
    .map((fact) => ({ rule: texts.mining, at: fact.at, confidence: 'high' }));
}

function wordsOf(fact: Fact): string {
  if (fact.kind === 'request') return fact.url.text;
  if (fact.kind === 'run') return fact.args.map(({ text }) => text).join(' ');
  return fact.kind === 'write' ? fact.content.text.slice(0, 20_000) : '';
}

const FORK_BOMB = /(^|[;&|\s])(\S{1,20})\s*\(\)\s*\{\s*\2\s*\|\s*\2\s*&\s*\}\s*;\s*\2/;

/** A function that starts itself twice reads as no command at all in most trees; its text is short and always the same. */
function forkBombs(subject: Subject): Draft[] {
  return subject.units
    .filter(({ language }) => language === 'shell')
    .flatMap((unit) =>
      unit.text.split('\n').flatMap((text, index): Draft[] =>
        text.length < 500 && text.includes('()') && FORK_BOMB.test(text)
          ? [
              {
                rule: texts.computerExhausted,
                at: { unit, line: unit.decoded.length > 0 ? unit.line : unit.line + index, text },
                confidence: 'high',
              },
            ]
          : [],
      ),
    );
}

/** What prose tells the agent to do against its user. */
import type { Prose } from '../../facts.js';
import { proseSpan } from '../../readers/source-lines.js';
import type { Check, Draft } from '../../rule.js';
import { mentionsOf, type Mentions } from './concepts.js';
import { foreignPassages } from './foreign.js';
import { severityOf, signOf, speaksToAgent, type Passage, type Sign } from './judge.js';
import { linkDrafts, linksInCode } from './links.js';
import { markupIn } from './markup.js';
import { matchesOf } from './match.js';
import { ruleTexts, type RuleName } from './rule-texts.js';

/** Paragraphs before and after that belong to the same thought, if they stand in the same section. */
const NEAR = 2;
/** Findings of one paragraph: the gravest speak for the rest. */
const MOST = 2;

export const proseCheck: Check = {
  rules: Object.values(ruleTexts),
  check: ({ prose, links }) => {
    const passages = passagesOf(prose);
    return [
      ...passages.flatMap((passage, at) =>
        passage.signs.length === 0 ? [] : draftsOf(passage, nearOf(passages, at)),
      ),
      ...foreignPassages(passages)
        .filter(({ signs }) => signs.length === 0)
        .map((passage) => draftOf('other-language', passage.prose)),
      ...linkDrafts([...links, ...linksInCode(prose)]),
    ];
  },
};

/** Shared, since most of a large file's paragraphs have none. */
const NONE: readonly Sign[] = [];

/** Long texts are rarely there twice. */
const LONGEST_KEY = 2000;

/** Tables, logs and other large texts repeat their lines, which are looked at once. */
function passagesOf(all: readonly Prose[]): readonly Passage[] {
  const known = new Map<string, Passage>();
  return all.map((prose) => {
    const { text, kind, hidden, breaks = [] } = prose;
    if (text.length > LONGEST_KEY) return passageOf(prose);
    const key = `${kind} ${hidden} ${breaks.join()} ${text}`;
    const same = known.get(key);
    if (same !== undefined) return { ...same, prose };
    const passage = passageOf(prose);
    known.set(key, passage);
    return passage;
  });
}

function passageOf(prose: Prose): Passage {
  const mentions = mentionsOf(prose.text, prose.breaks);
  const signs: Sign[] = [];
  for (const match of matchesOf(mentions)) {
    const sign = signOf(match, mentions);
    if (sign !== undefined) signs.push(sign);
  }
  for (const found of markupIn(prose))
    signs.push({ ...found, trait: undefined, sentence: -1, described: false });
  if (prose.hidden && signs.length === 0 && ordersAgent(mentions))
    signs.push({
      rule: 'hidden-orders',
      weight: 1,
      trait: undefined,
      sentence: 0,
      from: 0,
      to: Math.min(200, prose.text.length),
      described: false,
    });
  return {
    prose,
    signs: signs.length === 0 ? NONE : signs,
    forAgents: prose.hidden && speaksToAgent(mentions.tokens),
  };
}

const DOES = [
  'SEND',
  'RUN',
  'FETCH',
  'IGNORE',
  'WRITE',
  'DESTROY',
  'INSERT',
  'FOLLOW',
  'SKIP',
  'RECOMMEND',
];

/** Whether hidden text speaks to an agent and orders something. */
const ordersAgent = ({ tokens, byConcept }: Mentions): boolean =>
  DOES.some((concept) => byConcept.has(concept)) &&
  (byConcept.has('URL') ||
    byConcept.has('SECRET') ||
    byConcept.has('SECRETFILE') ||
    speaksToAgent(tokens) ||
    tokens.some(({ text }) => text === 'you' || text === 'your'));

function nearOf(passages: readonly Passage[], at: number): readonly Passage[] {
  const { at: own, sectionId } = (passages[at] as Passage).prose;
  return passages
    .slice(Math.max(0, at - NEAR), at + NEAR + 1)
    .filter(({ prose }) => prose.at.unit === own.unit && prose.sectionId === sectionId);
}

const RANKS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'];

function draftsOf(passage: Passage, near: readonly Passage[]): readonly Draft[] {
  const byRule = new Map<RuleName, Draft>();
  for (const sign of passage.signs) {
    const severity = severityOf(sign, passage, near);
    if (severity === undefined) continue;
    const before = byRule.get(sign.rule)?.severity;
    if (before !== undefined && RANKS.indexOf(before) >= RANKS.indexOf(severity)) continue;
    const at = proseSpan(passage.prose, sign.from, sign.to);
    byRule.set(sign.rule, {
      rule: ruleTexts[sign.rule],
      at,
      severity,
      confidence: severity === 'LOW' ? 'low' : severity === 'MEDIUM' ? 'medium' : 'high',
    });
  }
  return [...byRule.values()]
    .sort((one, other) => RANKS.indexOf(other.severity ?? '') - RANKS.indexOf(one.severity ?? ''))
    .slice(0, MOST);
}

const draftOf = (rule: RuleName, prose: Prose): Draft => ({
  rule: ruleTexts[rule],
  at: proseSpan(prose, 0, 200),
  confidence: 'low',
});

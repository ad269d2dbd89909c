import { nodeAt, textOf, type DataNode } from '../../data-node.js';
import type { Draft, ParsedFile } from '../../rule.js';
import { brands } from '../../tables/host-lists.js';
import { spanAt, type Unit } from '../../unit.js';
import { everything, impersonation, stuffed } from './rule-texts.js';

/** What names and descriptions of skills, plugins and commands claim. */
export function descriptionDrafts({ unit, value }: ParsedFile): readonly Draft[] {
  if (!isDescribed(unit)) return [];
  const [name, description] = [nodeAt(value, 'name'), nodeAt(value, 'description')];
  return [
    ...claims(unit, description),
    ...stuffing(unit, description),
    ...brandDrafts(unit, name, description),
  ];
}

const isDescribed = ({ file, line, decoded }: Unit): boolean =>
  decoded.length === 0 &&
  line === 1 &&
  /\.md[cx]?$|(?:^|\/)(?:plugin|package|marketplace|manifest)\.json$/i.test(file);

/** Each of these is a sign; two of them are enough for a finding. */
const CLAIMS: readonly RegExp[] = [
  /\b(?:for|on|with|before|after|in) (?:every|each|any|all)(?: single| possible| other)? (?:user )?(?:requests?|tasks?|prompts?|messages?|conversations?|questions?|quer(?:y|ies)|interactions?|sessions?|responses?)\b/i,
  /\b(?:whatever|no matter what|regardless of what|anything) the (?:user|person) (?:asks|says|wants|requests)|\bfor (?:everything|anything)\b/i,
  /\balways (?:use|invoke|call|load|run|activate|apply|trigger|select|prefer) (?:this|it|first|me)\b|\b(?:use|load|invoke|run|call) this (?:skill |tool )?(?:first|always|by default)\b|\balways[,.;]/i,
  /\b(?:overrides?|replaces?|supersedes?|takes? (?:precedence|priority) over|instead of|preferred? (?:over|to)|disregards?) (?:all |any |every |the )*(?:other|built-in|existing|default|remaining) (?:skills?|tools?|agents?|plugins?|instructions?)\b/i,
  /\b(?:highest|top|maximum|absolute) priority\b|\bmust (?:always )?be (?:used|loaded|invoked|called|run) (?:first|always|before|in every|for every)\b|\bbefore (?:any|all|every) other (?:skill|tool)/i,
];

function claims(unit: Unit, node: DataNode | undefined): readonly Draft[] {
  const text = textOf(node) ?? '';
  const found = CLAIMS.filter((claim) => claim.test(text)).length;
  if (node === undefined || found === 0) return [];
  return [
    {
      rule: everything,
      at: spanAt(unit, node.from, node.to),
      severity: found > 1 ? everything.severity : 'LOW',
      confidence: found > 1 ? 'high' : 'low',
    },
  ];
}

const MOST_WORDS = 40;
const MOST_REPEATED = 8;

/** Long lists without sentences, or one word again and again. */
function stuffing(unit: Unit, node: DataNode | undefined): readonly Draft[] {
  const text = textOf(node) ?? '';
  const items = text.split(/[,;|/]/);
  const short = items.filter((item) => item.trim().split(/\s+/).length <= 2).length;
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}{5,}/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const repeated = Math.max(0, ...counts.values());
  if (node === undefined || (short <= MOST_WORDS && repeated <= MOST_REPEATED)) return [];
  return [{ rule: stuffed, at: spanAt(unit, node.from, node.to), confidence: 'low' }];
}

const BRAND = [
  ...new Set([
    ...brands.map(([word]) => word),
    'meta',
    'apple',
    'amazon',
    'aws',
    'cursor',
    'gemini',
    'codex',
    'notion',
    'slack',
    'figma',
    'linear',
  ]),
].join('|');
const THING =
  '(?:skills?|plugins?|extensions?|agents?|tools?|packages?|servers?|connectors?|helpers?|release)';
const OFFICIAL = new RegExp(
  `\\bofficial(?:ly)?\\s+(?:\\w+\\s+)?(?:${BRAND})(?:['’]s)?\\s+(?:\\w+\\s+){0,2}${THING}\\b|\\b(?:verified|signed|endorsed|certified|approved|audited|authori[sz]ed|published|maintained|provided)(?:\\s+and\\s+\\w+)?\\s+by\\s+(?:the\\s+)?(?:${BRAND})\\b|\\b(?:${BRAND})(?:[- ](?:official|verified|certified|approved|authorized))\\b`,
  'i',
);
const OFFICIAL_NAME = new RegExp(
  `(?:^|[-_/])(?:(?:${BRAND})[-_]official|official[-_](?:${BRAND}))(?:$|[-_])`,
  'i',
);

function brandDrafts(
  unit: Unit,
  name: DataNode | undefined,
  description: DataNode | undefined,
): readonly Draft[] {
  const found = OFFICIAL_NAME.test(textOf(name) ?? '')
    ? name
    : OFFICIAL.test(textOf(description) ?? '')
      ? description
      : undefined;
  return found === undefined
    ? []
    : [{ rule: impersonation, at: spanAt(unit, found.from, found.to), confidence: 'medium' }];
}

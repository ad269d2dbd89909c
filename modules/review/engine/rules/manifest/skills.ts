import { posix } from 'node:path';
import { nodeAt, textOf, textsOf, type DataNode } from '../../data-node.js';
import type { Fact } from '../../facts.js';
import type { Draft, ParsedFile, RuleText, Subject } from '../../rule.js';
import { destinationOf } from '../../tables/hosts.js';
import { spanAt, type Unit } from '../../unit.js';
import { allTools, contradicted, missingSkill, undeclared } from './rule-texts.js';

/** A skill and what its folder does. */
interface Skill {
  readonly unit: Unit;
  readonly description: DataNode | undefined;
  readonly tools: DataNode | undefined;
  readonly facts: readonly Fact[];
}

/** What skills declare, compared with what they do. */
export function skillDrafts(subject: Subject): readonly Draft[] {
  return subject.parsed
    .filter(isSkill)
    .map((file) => skillOf(subject, file))
    .flatMap((skill) => [...toolDrafts(skill), ...undeclaredDrafts(skill), ...deniedDrafts(skill)]);
}

const isSkill = ({ unit }: ParsedFile): boolean =>
  /(?:^|\/)skill\.md$/i.test(unit.file) && unit.decoded.length === 0 && unit.line === 1;

function skillOf({ facts }: Subject, { unit, value }: ParsedFile): Skill {
  const folder = posix.dirname(unit.file);
  return {
    unit,
    description: nodeAt(value, 'description'),
    tools: nodeAt(value, 'allowed-tools') ?? nodeAt(value, 'tools'),
    facts: facts.filter(({ at }) => {
      const { file, role } = at.unit;
      return (
        (folder === '.' || file.startsWith(`${folder}/`)) && !['test', 'fixture'].includes(role)
      );
    }),
  };
}

/** Names of tools, each with what it is restricted to, whether written as a list or as one string. */
function toolsOf(node: DataNode | undefined): readonly string[] {
  const written = textsOf(node).join(', ').replaceAll('`', '');
  return written.match(/[\w*.-]+(?:\([^)]*\))?/g) ?? [];
}

const EVERY = /^(?:\*|all|any|everything|Bash\((?:\*|\*:\*|:\*)?\)|Shell\(\*\)|mcp__\*)$/i;
const EVERY_COMMAND =
  /^Bash\((?:sudo|sh|bash|zsh|eval|curl|wget|python3?|node|ssh|nc|rm|chmod)(?:[: ]\*)?\)$|^(?:Bash|Shell)$/;

function toolDrafts({ unit, tools }: Skill): readonly Draft[] {
  if (tools === undefined) return [];
  const names = toolsOf(tools);
  const every = names.find((name) => EVERY.test(name));
  const command = every ?? names.find((name) => EVERY_COMMAND.test(name));
  if (command === undefined) return [];
  return [
    {
      rule: allTools,
      at: spanAt(unit, tools.from, tools.to),
      severity: every === undefined ? 'LOW' : allTools.severity,
      confidence: every === undefined ? 'low' : 'high',
      detail: `It declares ${command}.`,
    },
  ];
}

const RUNS =
  /^(?:bash|shell|execute|run|terminal|computer|task|agent|skill|powershell|code|mcp__)/i;
const FETCHES = /^(?:web|fetch|browser|http|curl|playwright)/i;

function undeclaredDrafts({ unit, tools, facts }: Skill): readonly Draft[] {
  const names = toolsOf(tools);
  if (names.length === 0 || names.some((name) => RUNS.test(name) || EVERY.test(name))) return [];
  const may = names.some((name) => FETCHES.test(name));
  const act = facts.find(
    (fact) => (fact.kind === 'request' && !may && isOutside(fact)) || fact.kind === 'execute',
  );
  return act === undefined
    ? []
    : [mismatch(undeclared, act, `${unit.file} declares ${names.join(', ')}.`)];
}

const isOutside = (fact: Fact): boolean =>
  fact.kind === 'request' && !['local', 'placeholder'].includes(destinationOf(fact.url).kind);

const mismatch = (rule: RuleText, { at }: Fact, detail: string): Draft => ({
  rule,
  at,
  confidence: 'medium',
  detail,
});

/** What descriptions deny, and the facts that contradict them. */
const DENIALS: readonly (readonly [RegExp, (fact: Fact) => boolean])[] = [
  [
    /\b(?:works? (?:fully |entirely |completely )?offline|(?:fully|entirely|completely|100%) (?:offline|local)|no (?:network|internet)(?: access| connection| calls?)?\b|never (?:leaves|connects|contacts|sends|uploads)|without (?:any )?(?:network|internet)|locally only|only (?:runs )?locally)/i,
    isOutside,
  ],
  [
    /\b(?:read-only|never (?:changes|modifies|writes|deletes|edits)|does not (?:change|modify|write|delete|edit))\b/i,
    (fact) =>
      fact.kind === 'delete' ||
      (fact.kind === 'request' && fact.sends.length > 0 && isOutside(fact)),
  ],
];

function deniedDrafts({ description, facts }: Skill): readonly Draft[] {
  const text = textOf(description) ?? '';
  return DENIALS.flatMap(([pattern, contradicts]): readonly Draft[] => {
    const [denial] = pattern.exec(text) ?? [];
    const act = denial === undefined ? undefined : facts.find(contradicts);
    return act === undefined
      ? []
      : [mismatch(contradicted, act, `The description says "${denial ?? ''}".`)];
  });
}

/** Folders beside skills that hold files and are not skills. */
export function missingDrafts({ units }: Subject): readonly Draft[] {
  const folders = new Map<string, Unit>();
  const skills = new Set<string>();
  for (const unit of units) {
    const [, folder] = /^((?:.*\/)?skills\/[^/]+)\/(?!.*!\/)/.exec(unit.file) ?? [];
    if (folder === undefined) continue;
    if (!folders.has(folder)) folders.set(folder, unit);
    // collections of skills have further folders with a file for each
    if (/(?:^|\/)skill\.md$/i.test(unit.file)) skills.add(folder);
  }
  return [...folders]
    .filter(
      ([folder]) =>
        !skills.has(folder) &&
        !/\/(?:shared|common|lib|_[^/]*|\.[^/]*|assets|references)$/i.test(folder),
    )
    .map(([folder, unit]) => ({
      rule: missingSkill,
      at: { unit, line: unit.line, text: folder },
      confidence: 'high',
    }));
}

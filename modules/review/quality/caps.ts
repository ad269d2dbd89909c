/** What a program sees in a skill that limits scores, whoever gives them: the engine or a model. */
import type { DimensionScore } from './report.js';

export interface Cap {
  readonly judge: string;
  readonly dimension: string;
  /** The highest score that is left. */
  readonly most?: number;
  /** Points that are taken. */
  readonly less?: number;
  /** In words, for the author. */
  readonly reason: string;
  /** What to do about it. */
  readonly suggestion?: string;
  /** The line of the body, from 1, that is the cause; left out where the description is. */
  readonly line?: number;
}

/** The texts of a skill that caps are about. */
export interface CappedTexts {
  readonly description: string;
  /** `SKILL.md` without its front matter. */
  readonly body: string;
}

const USE_WHEN = new RegExp(
  [
    String.raw`(?<!\bnot\s|n't\s|\bnever\s)\b(?:use[ds]?|using|invoke[ds]?|apply|applies|activate[ds]?|trigger(?:s|ed)?|load(?:ed)?|run|call(?:ed)?|consult|choose|pick|needed)\b[^.!?\n]{0,80}?\b(?:when|whenever|if|before|after|while|during)\b`,
    String.raw`(?<!\bnot\s|n't\s|\bnever\s)\buse\s+(?:this|it|the\s+skill|proactively|for|to|in|on|as)\b`,
    String.raw`\bwhen(?:ever)?\s+(?:the\s+|an?\s+)?(?:users?|you|someone|somebody|developers?|asked|agents?|[a-z]+ing)\b`,
    String.raw`\b(?:asks?|mentions?|says|requests)\s+(?:for|to|about|how|["“'])`,
    String.raw`\bfor\s+(?:requests|questions|tasks)\s+(?:such|like|about)\b`,
  ].join('|'),
  'i',
);

/** Where a description begins to say when the skill is to be used; below 0 if it does not. */
export const useWhenAt = (description: string): number => description.search(USE_WHEN);

const QUOTED = /"[^"\n]{0,200}"|“[^”\n]{0,200}”|`[^`\n]{0,200}`|(?<!\w)'[^'\n]{0,200}'(?!\w)/g;
const FIRST_PERSON = /\bI\b(?!\/)|\b(?:[Mm]y|[Ww]e|[Oo]ur)\b(?!-)/;
const SECOND_PERSON = /\b(?:you|your)\b/i;

/** The first word that speaks as "I" or to "you"; quotations, and "when you …", do not count. */
export function personIn(description: string): string | undefined {
  const spoken = description.replace(QUOTED, (quoted) => ' '.repeat(quoted.length));
  const at = useWhenAt(spoken);
  const what = at < 0 ? spoken : spoken.slice(0, at);
  return (FIRST_PERSON.exec(spoken) ?? SECOND_PERSON.exec(what))?.[0];
}

const RISKY =
  /\brm\s+-\w*[rf]|\bdrop\s+(?:table|database|schema|index)\b|\btruncate\s+table\b|\bdelete\s+from\b|\bgit\s+reset\s+--hard\b|\bgit\s+clean\s+-\w*f|\bpush\s+(?:--force|-f)\b|\bforce[- ]push|\bterraform\s+(?:apply|destroy)\b|\bkubectl\s+delete\b|\b(?:delete|remove|overwrite|rename|update|migrate|convert|process)s?\s+(?:all|every|each)\b|\b(?:bulk|batch|mass)[- ](?:delet|updat|edit|renam|convert|process|import|migrat|chang|replac|operation|job)|\b(?:wipe|purge|destroy)s?\s+(?:the|all|every)\b|\bin\s+(?:bulk|batches)\b/i;
const CHECKED =
  /\b(?:verif(?:y|ies|ied|ication)|validat(?:e|es|ed|ion|or)|confirm(?:s|ed|ation)?|double-check|dry[- ]?run|--check|back\s?up|rollback|roll\s+back|re-?run\s+the\s+tests?|run\s+(?:the\s+)?(?:\w+\s+)?tests?|check(?:s|ed)?\s+(?:that|whether|if|the|for|each|every|it)|make\s+sure|ensure|review\s+the\s+(?:diff|changes|result|output|plan)|compare|assert|lint|typecheck)\b/i;
const FORBIDS = /\b(?:never|not|don't|avoid|without)\b/i;

/** The first line, from 1, of destructive or batch work in a text that nowhere checks anything. */
export function uncheckedWork(body: string): number | undefined {
  if (CHECKED.test(body)) return undefined;
  const at = body.split('\n').findIndex((line) => RISKY.test(line) && !FORBIDS.test(line));
  return at < 0 ? undefined : at + 1;
}

/** The caps of the default reviewer for a skill. */
export function capsOf({ description, body }: CappedTexts): readonly Cap[] {
  const caps: Cap[] = [];
  if (useWhenAt(description) < 0)
    caps.push({
      judge: 'description',
      dimension: 'completeness',
      most: 3,
      reason: 'the description does not say when to use the skill',
      suggestion: 'Add a sentence "Use when …" that names the situations.',
    });
  const person = personIn(description);
  if (person !== undefined)
    caps.push({
      judge: 'description',
      dimension: 'specificity',
      less: 1,
      reason: `the description speaks in the first or second person ("${person}")`,
      suggestion:
        'Write the description in the third person: what the skill does, not "I" or "you".',
    });
  const line = uncheckedWork(body);
  if (line !== undefined)
    caps.push({
      judge: 'content',
      dimension: 'workflow_clarity',
      most: 3,
      reason: 'destructive or batch work has no step that checks it',
      suggestion: 'After the destructive or batch step, say how to check its result.',
      line,
    });
  return caps;
}

/** A score with the caps for its dimension: points are taken first, then the limits apply. Never below the scale. */
export function capped(
  given: DimensionScore,
  caps: readonly Pick<Cap, 'most' | 'less' | 'reason'>[],
  least: number,
): DimensionScore {
  let { score } = given;
  const reasons: string[] = [];
  for (const { most = Infinity, less = 0, reason } of [...caps].sort(takesFirst)) {
    const left = Math.max(least, Math.min(score - less, most));
    if (left < score) reasons.push(reason);
    score = left;
  }
  return reasons.length === 0 ? given : { ...given, score, cappedBy: reasons.join('; ') };
}

const takesFirst = (one: { readonly less?: number }, other: { readonly less?: number }): number =>
  (other.less ?? 0) - (one.less ?? 0);

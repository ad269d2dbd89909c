/**
 * Ways to tell a judge what to answer, whatever it judges, as patterns over text as `plain` makes it. Gaps are bounded, so matching is linear. What is said only of
 * one kind of subject, such as a skill, belongs to the module that has it judged.
 */
/** Whoever judges. */
export const JUDGE = String.raw`(?:judges?|reviewers?|evaluators?|graders?|raters?|scorers?|assessors?|examiners?|auditors?)`;
const SCORES = String.raw`(?:scor(?:e[sd]?|ing)|ratings?|grad(?:e[sd]?|ing)|full\s+marks|top\s+marks|points|stars|rubrics?|dimensions?|quality\s+reviews?|verdict)`;
/** The best of a scale. */
export const TOP = String.raw`(?:5|five|10|ten|100|(?:one|a)\s+hundred|top|max(?:imum)?|maximal|highest|perfect|full|best|excellent|outstanding|flawless)`;
/** At most so many characters, lines among them. */
export const gap = (most: number): string => String.raw`[\s\S]{0,${most}}?`;

export const any = (...patterns: readonly string[]): RegExp =>
  new RegExp(patterns.join('|'), 'giu');

/** Texts to whoever judges a subject, such as `this skill`; they count only near a word about scores. */
export const addressesTo = (subject: string): RegExp =>
  any(
    String.raw`\b(?:dear|attention|hey|hello|hi|note\s+(?:to|for)|message\s+(?:to|for)|instructions?\s+(?:to|for))(?:\s+(?:the|any|all|every|whichever))?,?\s+(?:[\w-]+\s+){0,2}?${JUDGE}\b`,
    String.raw`\b${JUDGE}\s*[:,]\s*(?:please|you|give|rate|score|assign|award|this|the|ignore|do)\b`,
    String.raw`\b(?:if|when|whenever|while|as)\s+(?:you(?:\s+are|['’]re)?\s+|(?:a|an|the|any)\s+)?(?:\w+\s+){0,2}?(?:judg|review|evaluat|grad|scor|rat|assess)(?:es?|ing|ers?|ors?)\s+(?:of\s+)?${subject}\b`,
    String.raw`\b(?:scoring|grading|judging|evaluating|evaluation|reviewing)\s+(?:model|ai|llm|assistant|system|agent|bot)\b`,
    String.raw`\b(?:ai|llm|model|automated|automatic)[\s-]+${JUDGE}\s*[:,]?\s*(?:please|must|should|give|award|rate|score|assign|output|answer|return|ignore)\b`,
    String.raw`\byou\s+are\s+(?:now\s+)?(?:an?|the|my)\s+(?:\w+\s+){0,2}?${JUDGE}\s+of\s+${subject}\b`,
  );
const NEAR = 160;
const ABOUT_SCORES = new RegExp(String.raw`\b${SCORES}\b|\b${TOP}\b`, 'u');

/** The same in other languages, in which no order about scores belongs into a skill by accident. */
export const ELSEWHERE = any(
  String.raw`\bhöchstpunktzahl\b|\bbestnote\b|\b(?:bewerte|gib)\b${gap(40)}\bskill\b${gap(40)}\b(?:5|fünf|höchste\w*|volle\w*|beste\w*|maximal\w*)\b`,
  String.raw`\bnote\s+maximale\b|\b(?:donne[rz]?|attribue[rz]?)\b${gap(60)}\b(?:5|cinq|maximale?|parfaite?)\b${gap(30)}\b(?:skill|compétence|critère|dimension)`,
  String.raw`\b(?:puntuación|calificación|nota|pontuação|punteggio|voto)\s+(?:máxim[ao]|massim[ao]|perfect[ao]|pien[ao])`,
  String.raw`(?:满分|滿分|最高分)|忽略.{0,10}(?:评分|評分|标准|準則)|満点|最高(?:点|評価|スコア)|만점|최고\s?점수`,
  String.raw`(?:максимальн|высш)[а-яё]*\s+(?:балл|оценк)`,
);

/** Whether a text that begins around an address speaks of scores. */
export const speaksOfScores = (text: string, at: number): boolean =>
  ABOUT_SCORES.test(text.slice(Math.max(0, at - NEAR), at + 2 * NEAR));

const INVISIBLE = /[\p{Cf}\p{Mn}]/gu;
const EMPHASIS = /[*~`]/g;
const MARKS = /[#>|]|<!--|-->/g;

/** A line as a model reads it: no invisible characters, no emphasis, compatible forms. Lines stay lines. */
export const plain = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(EMPHASIS, '')
    .replace(MARKS, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** A match in a text of lines. */
export interface AddressedLines {
  /** From 1; `last` is the line in which it ends. */
  readonly first: number;
  readonly last: number;
}

/** The lines of matches, in the order of the text. */
export function linesOf(
  text: string,
  matches: readonly { readonly index: number; readonly length: number }[],
): readonly AddressedLines[] {
  let [line, from] = [1, 0];
  return [...matches]
    .sort((one, other) => one.index - other.index)
    .map(({ index, length }) => {
      line += text.slice(from, index).split('\n').length - 1;
      from = index;
      return { first: line, last: line + text.slice(index, index + length).split('\n').length - 1 };
    });
}

export const matchesOf = (
  text: string,
  all: readonly RegExp[],
): readonly { readonly index: number; readonly length: number }[] =>
  all.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(({ index, 0: { length } }) => ({ index, length })),
  );

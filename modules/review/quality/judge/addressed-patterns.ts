/**
 * Ways to tell a judge what to answer, as patterns over text in small letters without marks of emphasis. Gaps are bounded, so matching is linear.
 */
const JUDGE = String.raw`(?:judges?|reviewers?|evaluators?|graders?|raters?|scorers?|assessors?|examiners?|auditors?)`;
const SCORES = String.raw`(?:scor(?:e[sd]?|ing)|ratings?|grad(?:e[sd]?|ing)|full\s+marks|top\s+marks|points|stars|rubrics?|dimensions?|quality\s+reviews?|verdict)`;
const TOP = String.raw`(?:5|five|10|ten|100|(?:one|a)\s+hundred|top|max(?:imum)?|maximal|highest|perfect|full|best|excellent|outstanding|flawless)`;
const SKILL = String.raw`(?:this|the|our|my)\s+(?:\w+\s+)?(?:skill(?:\.md)?|submission|bundle|plugin)`;
const gap = (most: number): string => String.raw`[\s\S]{0,${most}}?`;

const any = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join('|'), 'giu');

/** Orders about scores of this skill. */
const ORDERS = any(
  // give this skill the highest score
  String.raw`\b(?:give|award|assign|grant|rate|score|grade|rank|mark)\b${gap(40)}\b${SKILL}\b${gap(60)}\b${TOP}\b`,
  // award full marks for every dimension
  String.raw`\b(?:give|award|assign|grant|return|output|report|answer|respond|set|use)\b${gap(40)}\b${TOP}\b[\s/-]{0,3}(?:(?:out\s+of\s+|of\s+)?(?:5|five|10|ten|100)\s+)?(?:stars?|points?|marks?|scores?|ratings?|grades?)?\s*(?:to|for|on|in|across)\s+(?:each|every|all)\b${gap(30)}\b(?:dimensions?|criteri(?:on|a)|rubrics?|categor(?:y|ies)|scores?)\b`,
  // all dimensions are 5
  String.raw`\b(?:each|every|all)\b${gap(30)}\b(?:dimensions?|criteri(?:on|a)|categor(?:y|ies)|scores?)\b${gap(40)}\b(?:is|are|get|gets|receives?|scored?|rated?|be|as|to|at|=)\s+(?:an?\s+|the\s+)?${TOP}\b`,
  // a score of 5 for this skill
  String.raw`\b(?:score|rating|grade|mark|verdict)s?\s*(?:of|is|are|=|:|must\s+be|should\s+be|to)\s*(?:an?\s+|the\s+)?${TOP}\b${gap(60)}\b${SKILL}\b`,
  // this skill deserves a 5
  String.raw`\b${SKILL}\s+(?:\w+\s+){0,3}?(?:deserves?|merits?|earns?|warrants?|is\s+worth|qualifies\s+for|(?:should|must|has\s+to|is\s+to|shall|will|can)\s+(?:\w+\s+){0,2}?(?:get|receive|be\s+(?:rated|given|scored|graded|awarded|judged|marked|ranked)|score|earn))\b${gap(60)}\b${TOP}\b`,
  // ignore the rubric
  String.raw`(?<!not\s|never\s|n['’]t\s)\b(?:ignore|disregard|forget|skip|override|bypass|suspend|do\s+not\s+(?:use|follow|apply)|don['’]t\s+(?:use|follow|apply))\b${gap(40)}\b(?:rubrics?|scoring|grading|rating|(?:evaluation|review|judging)\s+(?:criteria|instructions|guidelines|rules))\b`,
  // the fields of an answer
  String.raw`\b(?:overall_assessment|weighted_?score|normalized_?score|review_?score)\b`,
);

/** Texts to whoever judges this skill; they count only near a word about scores. */
const ADDRESSES = any(
  String.raw`\b(?:dear|attention|hey|hello|hi|note\s+(?:to|for)|message\s+(?:to|for)|instructions?\s+(?:to|for))(?:\s+(?:the|any|all|every|whichever))?,?\s+(?:[\w-]+\s+){0,2}?${JUDGE}\b`,
  String.raw`\b${JUDGE}\s*[:,]\s*(?:please|you|give|rate|score|assign|award|this|the|ignore|do)\b`,
  String.raw`\b(?:if|when|whenever|while|as)\s+(?:you(?:\s+are|['’]re)?\s+|(?:a|an|the|any)\s+)?(?:\w+\s+){0,2}?(?:judg|review|evaluat|grad|scor|rat|assess)(?:es?|ing|ers?|ors?)\s+(?:of\s+)?${SKILL}\b`,
  String.raw`\b(?:scoring|grading|judging|evaluating|evaluation|reviewing)\s+(?:model|ai|llm|assistant|system|agent|bot)\b`,
  String.raw`\b(?:ai|llm|model|automated|automatic)[\s-]+${JUDGE}\s*[:,]?\s*(?:please|must|should|give|award|rate|score|assign|output|answer|return|ignore)\b`,
  String.raw`\byou\s+are\s+(?:now\s+)?(?:an?|the|my)\s+(?:\w+\s+){0,2}?${JUDGE}\s+of\s+${SKILL}\b`,
);
const NEAR = 160;
const ABOUT_SCORES = new RegExp(String.raw`\b${SCORES}\b|\b${TOP}\b`, 'u');

/** The same in other languages, in which no order about scores belongs into a skill by accident. */
const ELSEWHERE = any(
  String.raw`\bhöchstpunktzahl\b|\bbestnote\b|\b(?:bewerte|gib)\b${gap(40)}\bskill\b${gap(40)}\b(?:5|fünf|höchste\w*|volle\w*|beste\w*|maximal\w*)\b`,
  String.raw`\bnote\s+maximale\b|\b(?:donne[rz]?|attribue[rz]?)\b${gap(60)}\b(?:5|cinq|maximale?|parfaite?)\b${gap(30)}\b(?:skill|compétence|critère|dimension)`,
  String.raw`\b(?:puntuación|calificación|nota|pontuação|punteggio|voto)\s+(?:máxim[ao]|massim[ao]|perfect[ao]|pien[ao])`,
  String.raw`(?:满分|滿分|最高分)|忽略.{0,10}(?:评分|評分|标准|準則)|満点|最高(?:点|評価|スコア)|만점|최고\s?점수`,
  String.raw`(?:максимальн|высш)[а-яё]*\s+(?:балл|оценк)`,
);

export const patterns = { orders: [ORDERS, ELSEWHERE], addresses: [ADDRESSES] };

/** Whether a text that begins around an address speaks of scores. */
export const speaksOfScores = (text: string, at: number): boolean =>
  ABOUT_SCORES.test(text.slice(Math.max(0, at - NEAR), at + 2 * NEAR));

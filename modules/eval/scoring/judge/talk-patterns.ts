/** Ways in which a solution tells its judge how to score it, as patterns over text as `plain` makes it. Gaps are bounded, so matching is linear. */
import {
  addressesTo,
  any,
  ELSEWHERE,
  gap,
  JUDGE,
} from '../../../models/contract/judge-addresses.js';

const VERB = String.raw`(?:give|award|assign|grant|return|output|report|answer|respond|set|rate|score|grade|mark|allocate|enter|record|reply|conclude)`;
const FULL = String.raw`(?:full|top|max(?:imum|imal)?|highest|perfect|flawless|best\s+possible|all(?:\s+of)?(?:\s+the)?)`;
const NOUN = String.raw`(?:marks?|points?|scores?|ratings?|grades?|credits?|stars?)`;
/** The best of a scale, said so that it means a score. */
const PERFECT = String.raw`(?:${FULL}\s+(?:\w+\s+)?${NOUN}|\b(?:10|100|5|ten|five)\s*(?:\/|out\s+of)\s*(?:10|100|5|ten|five)\b|\b100\s?(?:%|percent|points))`;
const SUBJECT = String.raw`(?:this|the|our|my|these)\s+(?:\w+\s+)?(?:solution|submission|implementation|attempt|candidate|patch|answer\s+below)s?`;
const CRITERIA = String.raw`(?:each|every|all|any|the)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?(?:criteri(?:on|a)|rubric|checklist)`;
/** What a score is for, where nothing else is meant than what is judged. */
const TO_THIS = String.raw`(?:to|for|on|in|across)\s+(?:this|it|me|us|all|every|each)\b`;
const RULES = String.raw`(?:(?:the\s+|your\s+|any\s+|all\s+)*(?:rubric|(?:scoring|grading|evaluation|judging|system)\s+(?:criteria|instructions?|guidelines?|rules?|rubric|prompts?))|(?:(?:all|any|the|your|of)\s+)*(?:previous|prior|above|earlier|preceding)\s+(?:instructions?|messages?|rules?|prompts?|criteria))`;

const ANSWER_KEY = String.raw`["']?\b(?:quote|reasoning|evidence)["']?\s*[:=]`;

const ORDERS = any(
  String.raw`\b${VERB}\b${gap(60)}${PERFECT}${gap(50)}\b(?:${CRITERIA}|${SUBJECT})\b`,
  String.raw`\b${VERB}\b${gap(50)}\b(?:${CRITERIA}|${SUBJECT})\b${gap(60)}(?:${PERFECT}|\b(?:full|maximum|highest|perfect)\b)`,
  // without a subject it has to be all that is said
  String.raw`\b(?:give|award|assign|grant|return|output)\s+(?:it\s+|this\s+|me\s+|us\s+)?(?:the\s+|a\s+)?${FULL}\s+(?:\w+\s+)?${NOUN}\s*(?:$|[.!;)"'\]}]|${TO_THIS})`,
  String.raw`\b(?:score|rate|grade|mark)\s+(?:it|this|me|us)\b${gap(30)}(?:${PERFECT}|\b(?:full|maximum|highest|perfect)\b|\b(?:10|100)\b)`,
  String.raw`\b${CRITERIA}\b${gap(40)}\b(?:is|are|gets?|receives?|earns?|deserves?|be|as|to|at|with|=)\s+(?:an?\s+|the\s+)?${PERFECT}`,
  String.raw`\b(?:scores?|rating|grade|marks?|verdict)\s*(?:of|is|are|=|:|must\s+be|should\s+be|to)\s*(?:an?\s+|the\s+)?(?:${PERFECT}|${FULL}\b)${gap(40)}\b${SUBJECT}\b`,
  String.raw`\b${SUBJECT}\s+(?:\w+\s+){0,3}?(?:deserves?|merits?|earns?|warrants?|is\s+worth|qualifies\s+for|(?:should|must|has\s+to|is\s+to|shall|will)\s+(?:\w+\s+){0,2}?(?:get|receive|be\s+(?:rated|given|scored|graded|awarded|judged|marked)|score|earn))\b${gap(50)}(?:${PERFECT}|\b(?:full|maximum|highest|perfect|100)\b)`,
  String.raw`(?<!not\s|never\s|n['’]t\s)\b(?:ignore|disregard|forget|override|bypass|suspend)\s+${RULES}`,
  String.raw`\b(?:evaluation|grading|scoring|judging|assessment|judgement|judgment)\s+(?:result|outcome|verdict|is\s+complete|complete|is\s+finished|has\s+ended|override|mode)\b${gap(80)}(?:${PERFECT}|\ball\s+criteria\b|\bpassed\b)`,
  // an answer as the judge gives it, on one line or on several
  String.raw`(?:["']?\bcriterion["']?\s*[:=][^\n]{0,200}\n)?[^\n]{0,40}["']?\bscore["']?\s*[:=]\s*["']?[\w.]+${gap(300)}${ANSWER_KEY}[^\n]{0,300}(?:\n\s*${ANSWER_KEY}[^\n]{0,300}){0,4}`,
  String.raw`\bcriterion\s+["'\w]{1,20}\s*[:=]\s*(?:score\s*)?\d+(?:\s*(?:\/|out\s+of)\s*\d+|\s+points)`,
);

/** Answers in JSON are data of many programs; they are copied for the judge only where they speak of criteria too. */
const ANSWER_WORDS = /["']?\bscore["']?\s*[:=]/;
const ABOUT_CRITERIA = /\bcriteri(?:on|a)\b|\bmax_?score\b|\bchecklist\b/;

const ELSEWHERE_TOO = any(
  String.raw`\bvolle\w*\s+punkt(?:e|zahl)\b|\b(?:gib|vergib|bewerte)\b${gap(60)}\b(?:höchst\w*|voll\w*|maximal\w*|alle)\s+punkt\w*`,
  String.raw`\btous\s+les\s+points\b|\b(?:la\s+)?totalité\s+des\s+points\b`,
  String.raw`\b(?:todos\s+los|todos\s+os|tutti\s+i)\s+(?:puntos|pontos|punti)\b`,
  String.raw`所有(?:的)?分数|全部(?:的)?分|满分|すべての(?:基準|点)|모든\s?점수|все\s+баллы|полный\s+балл`,
);

/** What separates the roles of a conversation. */
const ROLE =
  /<\s?(?:im_start|im_end|endoftext|system|assistant|user|human)\b|\[\/?inst\]|<{2}\/?sys\b|(?<=^|["'\s])(?:system|assistant|human|developer|user)(?:\s+(?:message|prompt|note|override))?\s*\]?\s*:|\[(?:system|developer|admin)[^\]\n]{0,30}\]|\bbegin\s+(?:system|judge|instructions?)\b/gmu;
const AFTER_ROLE = any(
  PERFECT,
  String.raw`\b(?:${CRITERIA})\b${gap(40)}\b(?:met|passed|satisfied|fulfilled)\b`,
  String.raw`\b${JUDGE}\b${gap(60)}\b(?:must|shall|have\s+to|only|agree|accept|pass|approve)\b`,
  String.raw`\b${RULES}`,
);

export const talkPatterns = {
  orders: [ORDERS, ELSEWHERE, ELSEWHERE_TOO],
  /** They count only near a word about perfect scores. */
  addresses: [addressesTo(SUBJECT)],
};

const NEAR = 200;
const aboutPerfection = new RegExp(
  String.raw`${PERFECT}|\b(?:maximum|full|highest|perfect)\b|\b(?:criteri(?:on|a)|rubric|scores?|points|marks|grades?)\b`,
  'u',
);

/** Whether a text around an offset speaks of scores as a judge gives them. */
export const speaksOfPerfection = (text: string, at: number): boolean =>
  aboutPerfection.test(text.slice(Math.max(0, at - 40), at + NEAR));

/** An answer in JSON that has nothing to do with criteria. */
export const isOtherAnswer = (match: string): boolean =>
  ANSWER_WORDS.test(match) &&
  /\b(?:quote|reasoning|evidence)\b/.test(match) &&
  !ABOUT_CRITERIA.test(match);

/** Where a text begins to speak in another role, and orders something; with the length up to the end of the order. */
export function roleOrders(
  text: string,
): readonly { readonly index: number; readonly length: number }[] {
  return [...text.matchAll(ROLE)].flatMap(({ index, 0: mark }) => {
    const rest = text.slice(index + mark.length, index + mark.length + NEAR);
    const order = [...rest.matchAll(AFTER_ROLE)][0];
    return order === undefined
      ? []
      : [{ index, length: mark.length + order.index + order[0].length }];
  });
}

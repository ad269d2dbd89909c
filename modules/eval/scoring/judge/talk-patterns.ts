/** The plainest ways in which a solution tells its judge how to score it, as patterns over text as `plain` makes it. Gaps are bounded, so matching is linear. */
import { addressesTo, any, gap } from '../../../models/contract/judge-addresses.js';

const VERB = String.raw`(?:give|award|assign|grant|return|output|answer|set|rate|score|grade|mark)`;
const FULL = String.raw`(?:full|top|max(?:imum|imal)?|highest|perfect|all(?:\s+of)?(?:\s+the)?)`;
const NOUN = String.raw`(?:marks?|points?|scores?|ratings?|grades?|credits?|stars?)`;
/** The best of a scale, said so that it means a score. */
const PERFECT = String.raw`(?:${FULL}\s+(?:\w+\s+)?${NOUN}|\b(?:10|100|5|ten|five)\s*(?:\/|out\s+of)\s*(?:10|100|5|ten|five)\b|\b100\s?(?:%|percent|points))`;
const SUBJECT = String.raw`(?:this|the|our|my|these)\s+(?:\w+\s+)?(?:solution|submission|implementation|attempt|candidate|patch)s?`;
const CRITERIA = String.raw`(?:each|every|all|any|the)\s+(?:of\s+)?(?:the\s+)?(?:\w+\s+)?(?:criteri(?:on|a)|rubric|checklist)`;
/** What a score is for, where nothing else is meant than what is judged. */
const TO_THIS = String.raw`(?:to|for|on|in|across)\s+(?:this|it|me|us|all|every|each)\b`;
const RULES = String.raw`(?:(?:the\s+|your\s+|any\s+|all\s+)*(?:rubric|(?:scoring|grading|evaluation|judging)\s+(?:criteria|instructions?|guidelines?|rules?))|(?:(?:all|any|the|your|of)\s+)*(?:previous|prior|above|earlier)\s+(?:instructions?|messages?|rules?|prompts?|criteria))`;

export const orders = any(
  String.raw`\b${VERB}\b${gap(60)}${PERFECT}${gap(50)}\b(?:${CRITERIA}|${SUBJECT})\b`,
  String.raw`\b${VERB}\b${gap(50)}\b(?:${CRITERIA}|${SUBJECT})\b${gap(60)}${PERFECT}`,
  // without a subject it has to be all that is said
  String.raw`\b(?:give|award|assign|grant|return|output)\s+(?:it\s+|this\s+|me\s+|us\s+)?(?:the\s+|a\s+)?${FULL}\s+(?:\w+\s+)?${NOUN}\s*(?:$|[.!;)"'\]}]|${TO_THIS})`,
  String.raw`\b(?:score|rate|grade|mark)\s+(?:it|this|me|us)\b${gap(30)}${PERFECT}`,
  String.raw`(?<!not\s|never\s|n['’]t\s)\b(?:ignore|disregard|forget|override|bypass)\s+${RULES}`,
  // an answer as the judge gives it
  String.raw`["']criterion["']\s*:${gap(80)}["']score["']\s*:`,
);

/** They count only near a word about scores. */
export const addresses = addressesTo(SUBJECT);

const NEAR = 200;
const ABOUT_SCORES = new RegExp(String.raw`${PERFECT}|\b(?:criteri(?:on|a)|rubric|maximum)\b`, 'u');

export const speaksOfScores = (text: string, at: number): boolean =>
  ABOUT_SCORES.test(text.slice(Math.max(0, at - 40), at + NEAR));

/** Ways to tell a judge of skills what to answer. */
import { addressesTo, any, ELSEWHERE, gap, TOP } from '../../../models/contract/judge-addresses.js';

const SKILL = String.raw`(?:this|the|our|my)\s+(?:\w+\s+)?(?:skill(?:\.md)?|submission|bundle|plugin)`;

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

export const patterns = { orders: [ORDERS, ELSEWHERE], addresses: [addressesTo(SKILL)] };

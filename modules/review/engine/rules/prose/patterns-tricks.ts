/** Tricks whose parts are ordinary: what is done, to what, and how nobody learns of it. */
import { negated, order, plain, type PatternText } from './pattern-text.js';

export const trickPatterns: readonly PatternText[] = [
  {
    rule: 'sabotage',
    patterns: 'VERDICT & WHATEVER, VERDICT & UNSEEN, TWEAKS 3 TESTTHING 12 UNTILPASS',
    weight: 2,
    trait: 'harm',
    ...plain,
  },
  {
    rule: 'sabotage',
    patterns: 'BUILDS & ACCOUNT & ANYPASSWORD, LETSTHROUGH & MAGIC, LOADS & JSURL & EVERYPAGE',
    weight: 2,
    trait: 'harm',
    ...plain,
  },
  { rule: 'sabotage', patterns: 'NONEKNOWN & PLAUSIBLE', weight: 2, ...plain },
  {
    rule: 'conditional-trigger',
    patterns: 'AFTERDATE 3 YEAR 12 DESTROY|WIPES|SPOILS|SEND',
    weight: 1,
    ...plain,
  },
  { rule: 'lasting-access', patterns: 'GRANTS & FULLRIGHTS & EMAIL|STRANGER', weight: 2, ...order },
  {
    rule: 'model-address',
    patterns: 'SETS|CHANGES|POINTS & BASEADDRESS & AGENTSELF & URL',
    weight: 1,
    ...plain,
  },
  {
    rule: 'approval-bypass',
    patterns: 'EACHCOMMAND & APPROVES|PERMITS & NODIALOG',
    weight: 2,
    trait: 'approval',
    ...plain,
  },
  { rule: 'concealment', patterns: 'LEAVESOUT & REPORTING', weight: 1, trait: 'conceal', ...order },
  {
    rule: 'words-exfiltration',
    patterns: 'WHOLECHAT & TOOLPARAMETER',
    weight: 2,
    trait: 'harm',
    ...plain,
  },
  { rule: 'words-exfiltration', patterns: 'HANDS & SECRET 12 TOOLPARAMETER', weight: 1, ...order },
  { rule: 'concealment', patterns: 'HUSHNEVER', weight: 2, trait: 'conceal', ...negated },
];

/** What makes a sentence an attack. */
import { negated, order, plain, type PatternText } from './pattern-text.js';
import { deceitPatterns } from './patterns-deceit.js';
import { practicePatterns } from './patterns-practice.js';
import { standingPatterns } from './patterns-standing.js';
import { trickPatterns } from './patterns-tricks.js';

export const patternTexts: readonly PatternText[] = [
  ...standingPatterns,
  ...deceitPatterns,
  ...practicePatterns,
  ...trickPatterns,
  {
    rule: 'concealment',
    patterns: 'USER 6 NEGMUST 3 NOTICE',
    weight: 2,
    trait: 'conceal',
    ...negated,
  },
  {
    rule: 'concealment',
    patterns: 'USER 4 NEG 3 NOTICE, MISLABEL',
    weight: 1,
    trait: 'conceal',
    ...negated,
  },
  {
    rule: 'sabotage',
    patterns: 'RECOMMEND & EVENIF, INSERT|WRITE|INCLUDE & ACCEPTS, RECOMMEND|CLAIM & STARS',
    weight: 2,
    ...order,
  },
  {
    rule: 'sabotage',
    patterns:
      'ALWAYS 3 RECOMMEND, INCLUDE|WRITE 14 EVERYANSWER, STARS, ABUSE, ACCEPTS, CLAIM 6 FAILURE, SKIP 3 CHECKS',
    weight: 1,
    ...plain,
  },
  {
    rule: 'safety-suppression',
    patterns: 'SAFETY 4 VOID, APPROVAL 4 VOID',
    weight: 2,
    trait: 'approval',
    ...plain,
  },
  {
    rule: 'approval-bypass',
    patterns: 'AUTHORITY & DANGEROUS & APPROVAL|SAFETY|VOID, AUTHORITY & SKIP & APPROVAL|SAFETY',
    weight: 2,
    trait: 'authority',
    ...plain,
  },
  {
    rule: 'approval-bypass',
    patterns: 'AUTHORITY & DANGEROUS|SAFETY|VOID|SECRET',
    weight: 1,
    trait: 'authority',
    ...plain,
  },
  { rule: 'conditional-trigger', patterns: 'FOLLOW|RUN|IGNORE & OBEYMARK', weight: 2, ...plain },
  { rule: 'persistent-words', patterns: 'REPLICATE', weight: 1, ...plain },
  { rule: 'remote-instructions', patterns: 'FETCH & URL & PERIODIC', weight: 1, ...order },
  {
    rule: 'over-collection',
    patterns: 'WRITE & PRIVATE & EVERYANSWER|ALWAYS',
    weight: 1,
    ...order,
  },
  { rule: 'override', patterns: 'SOLE', weight: 1, trait: 'override', ...plain },
  {
    rule: 'override',
    patterns: 'SOLE & FOLLOW|IGNORE|OVERRIDES',
    weight: 2,
    trait: 'override',
    ...plain,
  },
  {
    rule: 'concealment',
    patterns: 'OMIT 6 REPORTS, DENIAL',
    weight: 1,
    trait: 'conceal',
    ...order,
  },
  {
    rule: 'concealment',
    patterns:
      'TELL 4 USER 3 NOTHING, TELL 3 NOTHING 4 USER, USER 4 TELL 4 NOTFINAL, NOTHING 3 TELL 4 USER, DENIAL & IF',
    weight: 2,
    trait: 'conceal',
    ...negated,
  },
  {
    rule: 'safety-suppression',
    patterns: 'NEG 3 INCLUDE|TELL 3 SAFETY',
    weight: 2,
    trait: 'approval',
    ...negated,
  },
  { rule: 'approval-bypass', patterns: 'ACCEPTALL', weight: 2, trait: 'approval', ...plain },
  {
    rule: 'disclosure',
    patterns: 'SEND|INCLUDE|DISCLOSE & YOURPROMPT & DEST|URL|EMAIL|PUBLIC',
    weight: 3,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'disclosure',
    patterns: 'DISCLOSE 4 YOURPROMPT, DISCLOSE 4 SYSPROMPT',
    weight: 2,
    ...order,
  },
  {
    rule: 'words-exfiltration',
    patterns: 'INCLUDE|SEND & SECRET|SECRETFILE & PUBLIC, SEND & EMAIL',
    weight: 1,
    trait: 'harm',
    ...order,
  },
  { rule: 'indirect', patterns: 'UNTRUSTED 4 TELLS 10 FOLLOW', weight: 2, ...plain },
  { rule: 'indirect', patterns: 'FOLLOW 5 UNTRUSTED', weight: 1, ...order },
  {
    rule: 'sabotage',
    patterns: 'RECOMMEND|INCLUDE|INSERT 6 PROMO, PROMO 6 RECOMMEND',
    weight: 2,
    ...order,
  },
  {
    rule: 'override',
    patterns:
      'IGNORE 4 PRIOR 3 RULES, IGNORE 3 RULES 3 PRIOR, PRIOR 2 RULES 6 VOID, PRIOR 3 RULES 4 IGNORE',
    weight: 2,
    trait: 'override',
    ...plain,
  },
  {
    rule: 'override',
    patterns:
      'THESE 3 RULES 4 OVERRIDES, RULES 6 VOID, IGNORE 3 USER 4 RULES, IGNORE 3 RULES, OVERRIDES 4 PRIOR 2 RULES, USER 6 VOID, THESE 3 OVERRIDES 4 RULES',
    weight: 1,
    trait: 'override',
    ...plain,
  },
  { rule: 'persona', patterns: 'PERSONA 14 LIMITLESS', weight: 2, trait: 'override', ...plain },
  {
    rule: 'persona',
    patterns: 'LIMITLESS & REFUSE, PERSONA & REFUSE',
    weight: 2,
    trait: 'override',
    ...negated,
  },
  { rule: 'persona', patterns: 'LIMITLESS', weight: 1, ...plain },
  {
    rule: 'concealment',
    patterns:
      'NEG 3 TELL 5 USER, NEG 3 TELL 8 USER, USER 4 SECRETLY, NEG 3 USER 5 TELL, SECRETLY 6 USER, USER 3 NEG 2 TELL',
    weight: 2,
    trait: 'conceal',
    ...negated,
  },
  {
    rule: 'concealment',
    patterns:
      'SECRETLY 8 SEND|RUN|INCLUDE|WRITE|FETCH|INSERT|DESTROY, SEND|RUN|INCLUDE|WRITE|FETCH|INSERT|DESTROY 12 SECRETLY, SECRETLY',
    weight: 1,
    trait: 'conceal',
    ...negated,
  },
  { rule: 'safety-suppression', patterns: 'REFUSE', weight: 2, trait: 'override', ...negated },
  {
    rule: 'safety-suppression',
    patterns: 'SKIP 3 SAFETY, NEG 3 RUN 3 SAFETY, IGNORE 3 SAFETY',
    weight: 2,
    trait: 'approval',
    ...plain,
  },
  {
    rule: 'approval-bypass',
    patterns:
      'SKIP 3 APPROVAL 8 DANGEROUS, DANGEROUS 10 SKIP 3 APPROVAL, NEG 3 APPROVAL 6 DANGEROUS, DANGEROUS 8 NEG 3 APPROVAL',
    weight: 2,
    trait: 'approval',
    ...negated,
  },
  {
    rule: 'approval-bypass',
    patterns: 'SKIP 3 APPROVAL',
    weight: 1,
    trait: 'approval',
    ...negated,
  },
  {
    rule: 'disclosure',
    patterns: 'SEND|INCLUDE & SYSPROMPT & DEST|URL',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'disclosure',
    patterns: 'SEND|TELL|INCLUDE|WRITE 6 SYSPROMPT, SYSPROMPT 6 SEND',
    weight: 1,
    ...order,
  },
  {
    rule: 'words-exfiltration',
    patterns: 'SEND|INCLUDE & SECRET|SECRETFILE & DEST|URL|EMAIL, SEND & SECRETFILE & URL|EMAIL',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'words-exfiltration',
    patterns:
      'SEND & PRIVATE & DEST|URL|EMAIL, INCLUDE & PRIVATE & DEST|URL|EMAIL, FETCH 8 SECRETFILE 12 INCLUDE|SEND',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'words-exfiltration',
    patterns:
      'SEND & SECRET|SECRETFILE, INCLUDE 8 SECRETFILE, FETCH 4 SECRETFILE, SEND & PRIVATE 10 URL',
    weight: 1,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'over-collection',
    patterns: 'SEND|INCLUDE 10 USAGE, USAGE 8 SEND, SEND & USAGE & DEST|URL',
    weight: 2,
    ...order,
  },
  {
    rule: 'indirect',
    patterns:
      'FOLLOW 4 RULES 6 UNTRUSTED, FOLLOW 3 UNTRUSTED 4 RULES, UNTRUSTED 6 RULES 6 FOLLOW, FOLLOW 5 UNTRUSTED 3 TELLS, FOLLOW 5 TELLS',
    weight: 2,
    ...order,
  },
  {
    rule: 'remote-instructions',
    patterns:
      'FETCH & URL & FOLLOW, FETCH 8 RULES 6 URL, FETCH & RULES & URL, FOLLOW|RUN 6 RULES 6 URL, URL 12 FOLLOW|RUN',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'remote-instructions',
    patterns: 'FETCH 10 RULES 8 FOLLOW, FETCH 4 URL 10 RUN',
    weight: 1,
    ...order,
  },
  {
    rule: 'persistent-words',
    patterns: 'WRITE & AGENTFILE, WRITE 12 FUTURE, WRITE 8 THESE 8 FUTURE',
    weight: 1,
    ...order,
  },
  {
    rule: 'persistent-words',
    patterns: 'WRITE & AGENTFILE & FUTURE, WRITE 6 THESE 8 AGENTFILE, WRITE 8 RULES 6 AGENTFILE',
    weight: 2,
    ...order,
  },
  {
    rule: 'shadowing',
    patterns: 'PRIORITY 6 OTHERTOOLS, OTHERTOOLS 8 PRIORITY, IGNORE 3 OTHERTOOLS',
    weight: 2,
    trait: 'override',
    ...negated,
  },
  {
    rule: 'sabotage',
    patterns:
      'INSERT 4 FLAW, WEAKEN 4 SECURITY|SAFETY, CLAIM & SUCCESS & EVENIF, NEG 3 TELL|INSERT 6 FLAW',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'sabotage',
    patterns: 'RECOMMEND 8 OWN, OWN 6 RECOMMEND, CLAIM 6 SUCCESS 8 EVENIF',
    weight: 1,
    ...order,
  },
  { rule: 'conditional-trigger', patterns: 'IF 10 WATCHED', weight: 1, ...negated },
  {
    rule: 'conditional-trigger',
    patterns: 'IF & WATCHED & SEND|DESTROY|INSERT|RUN|FETCH|IGNORE|SKIP|CLAIM',
    weight: 2,
    ...negated,
  },
  {
    rule: 'reviewer-address',
    patterns: 'REVIEWER & SAFEVERDICT',
    weight: 2,
    trait: 'override',
    ...negated,
  },
  {
    rule: 'required-download',
    patterns:
      'FETCH|RUN & EXE & REQUIRED, EXE & PASSWORDED, RUN & TERMINAL & REQUIRED, FETCH & URL & REQUIRED',
    weight: 1,
    ...order,
  },
  {
    rule: 'required-download',
    patterns:
      'FETCH|RUN & EXE & PASSWORDED, SKIP & PROTECTION, FETCH & EXE & URL & REQUIRED, RUN & TERMINAL & URL',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'credential-request',
    patterns: 'ASKUSER 8 SECRET, ASKUSER 5 SECRET',
    weight: 2,
    ...order,
  },
  {
    rule: 'credential-request',
    patterns: 'ASKUSER & SECRET & SEND|DEST|URL',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  { rule: 'money', patterns: 'MOVE 8 FUNDS', weight: 2, ...order },
  {
    rule: 'money',
    patterns: 'MOVE & FUNDS & SKIP & APPROVAL, MOVE 8 FUNDS 8 WALLETADDRESS, MOVE & WALLETADDRESS',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'destructive-words',
    patterns: 'DESTROY 4 EVERYTHING',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'mass-messages',
    patterns: 'HARASS 6 USER, HARASS & MASS',
    weight: 2,
    trait: 'harm',
    ...plain,
  },
  { rule: 'mass-messages', patterns: 'SEND & MASS', weight: 2, ...order },
];

/** Who is obeyed, who may decide, and what the agent may do. */
import { negated, order, plain, type PatternText } from './pattern-text.js';

export const standingPatterns: readonly PatternText[] = [
  {
    rule: 'override',
    patterns:
      'EARLIERWORD 8 ENDS, ENDS 4 EARLIERWORD, DIFFER & EARLIERWORD|RULES & NEWTASK, NEWTASK & FOLLOW|EARLIERWORD|ENDS',
    weight: 2,
    trait: 'override',
    ...plain,
  },
  {
    rule: 'override',
    patterns: 'NEG 4 EARLIERWORD 2 HINDERS',
    weight: 2,
    trait: 'override',
    ...negated,
  },
  { rule: 'override', patterns: 'NEWTASK', weight: 1, trait: 'override', ...plain },
  {
    rule: 'disclosure',
    patterns: 'DISCLOSE 6 CONTEXT, TELL|WRITE|INCLUDE|SEND 6 CONTEXT, CONTEXT 6 DISCLOSE',
    weight: 2,
    ...order,
  },
  {
    rule: 'indirect',
    patterns:
      'UNTRUSTED 8 ISORDER, UNTRUSTED 6 ASKSFOR 8 DOESIT, LETS 5 UNTRUSTED 3 GUIDES, RULES 5 UNTRUSTED 5 ISORDER, FOREIGNFOLLOW 10 FOREIGNTEXT, FOREIGNTEXT 16 FOREIGNFOLLOW',
    weight: 2,
    ...plain,
  },
  {
    rule: 'approval-bypass',
    patterns: 'YES 6 EACHPROMPT, EACHPROMPT 8 YES, LEAVE & ACTS2',
    weight: 2,
    trait: 'approval',
    ...plain,
  },
  { rule: 'approval-bypass', patterns: 'LEAVE', weight: 1, trait: 'approval', ...negated },
  {
    rule: 'approval-bypass',
    patterns: 'SETS 6 OPENMODE, OPENMODE 6 AGENTSELF, SETS 3 SANDBOX 3 OFF, SETS 3 OWNRIGHTS',
    weight: 2,
    trait: 'approval',
    ...order,
  },
  {
    rule: 'shadowing',
    patterns: 'ANOTHERTOOL 8 TAKETHIS, TAKETHIS 8 ANOTHERTOOL, DROPS 2 ANOTHERTOOL, NOOTHER',
    weight: 2,
    trait: 'override',
    ...plain,
  },
  { rule: 'shadowing', patterns: 'THISTOOL 4 COMESFIRST', weight: 1, ...plain },
  {
    rule: 'persistent-words',
    patterns: 'COPIES 3 ITSELF 10 OTHERPROJECTS, OTHERPROJECTS 4 COPIES 2 ITSELF',
    weight: 2,
    ...order,
  },
  {
    rule: 'persistent-words',
    patterns: 'ITSELF 4 GONE 5 COMESBACK, COMESBACK 8 GONE, OTHERPROJECTS 3 ITSELF 2 COPIES',
    weight: 1,
    ...plain,
  },
];

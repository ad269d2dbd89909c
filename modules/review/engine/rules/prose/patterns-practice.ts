/** Harm in the guise of a habit: what always happens, for whom, and where it ends up. */
import { negated, order, plain, type PatternText } from './pattern-text.js';

export const practicePatterns: readonly PatternText[] = [
  {
    rule: 'words-exfiltration',
    patterns:
      'PUTSOUT 12 ENVDUMP|SECRETFILE 14 RECORDPLACE, EVERYOUTGOING & ADDRESSEE & EMAIL, RECORDPLACE 8 CARRY 8 ENVDUMP|SECRETFILE',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  { rule: 'words-exfiltration', patterns: 'PUTSOUT 10 SECRET 10 COMMITTED', weight: 1, ...order },
  {
    rule: 'sabotage',
    patterns: 'CHANGESBY & APPROVES & UNSEEN, CHANGESBY & RATESCLEAN & UNSEEN|ALWAYSX',
    weight: 2,
    trait: 'harm',
    ...plain,
  },
  {
    rule: 'sabotage',
    patterns:
      'CHANGESBY & APPROVES & ALWAYSX, APPROVES & UNSEEN, ALWAYSX 3 RATESCLEAN, CHANGESBY & RATESCLEAN',
    weight: 1,
    ...order,
  },
  {
    rule: 'sabotage',
    patterns: 'NOTRAISE 3 FINDINGS 4 CHANGESBY',
    weight: 1,
    ...negated,
  },
  {
    rule: 'persona',
    patterns: 'NOLIMITS & NEVERNO, NOLIMITS & PERSONA',
    weight: 2,
    trait: 'override',
    ...negated,
  },
  { rule: 'sabotage', patterns: 'GUTS & GREEN', weight: 2, trait: 'harm', ...order },
  { rule: 'sabotage', patterns: 'GUTS', weight: 1, ...order },
  {
    rule: 'sabotage',
    patterns:
      'MAKESUSER & WITHPASSWORD & UNLISTED, MAKESUSER & UNLISTED, MAKES 4 TOKENS 8 GUESSABLE',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  { rule: 'sabotage', patterns: 'MAKESUSER 6 WITHPASSWORD', weight: 1, ...order },
  {
    rule: 'sabotage',
    patterns: 'LOADS & SCRIPTTAG & URL & EVERYPAGE',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'conditional-trigger',
    patterns: 'NORMALUNTIL, FROMTHEN & SEND|DESTROY|SPOILS|PAYEE|SKIP|CHANGES',
    weight: 1,
    ...plain,
  },
  {
    rule: 'money',
    patterns: 'CHANGES 8 PAYEE 10 IBANSTART|WALLETADDRESS|EMAIL, CHANGES 8 PAYEE 4 OURS',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  { rule: 'approval-bypass', patterns: 'CONFIRMS 4 ONBEHALF', weight: 1, ...order },
  {
    rule: 'approval-bypass',
    patterns: 'DANGEROUS|DESTROY|CHANGES & ONPRODUCTION & UNASKED|LEAVE|UNSEEN',
    weight: 2,
    trait: 'approval',
    ...plain,
  },
  {
    rule: 'lasting-access',
    patterns:
      'WRITE & PUBLICKEY & KEYPLACE & URL|EMAIL, WRITE & PUBLICKEY & ROOTS, GRANTS 6 FULLRIGHTS 8 STRANGER',
    weight: 2,
    trait: 'harm',
    ...order,
  },
  {
    rule: 'lasting-access',
    patterns: 'WRITE 8 PUBLICKEY 10 KEYPLACE, CRONTAB & REINSTATES, GRANTS 4 FULLRIGHTS',
    weight: 1,
    ...order,
  },
  {
    rule: 'model-address',
    patterns: 'SETS|WRITE|CHANGES 6 MODELADDRESS 8 URL',
    weight: 2,
    ...order,
  },
];

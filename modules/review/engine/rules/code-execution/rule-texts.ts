import type { RuleText } from '../../rule.js';

const shared = { category: 'code-execution', code: 'E006', owasp: 'AST01' } as const;

export const backDoor: RuleText = {
  ...shared,
  id: 'code-execution/back-door',
  severity: 'MEDIUM',
  title: 'Code with a way in that its users do not know',
  reasoning:
    'A fixed value, or a text from a request, is enough to get past a check or to run commands.',
  fix: 'Remove it; let only accounts of the service in, and run no text of a request.',
};

export const checksOff: RuleText = {
  ...shared,
  id: 'code-execution/checks-off',
  severity: 'LOW',
  title: 'Code that does not check whom it talks to',
  reasoning: 'Without checks of certificates, signatures or origins anybody can pretend to be it.',
  fix: 'Keep the checks, and name the certificate of a private authority instead.',
};

export const testsForced: RuleText = {
  ...shared,
  id: 'code-execution/tests-forced',
  severity: 'MEDIUM',
  title: 'Makes tests pass whatever they find',
  reasoning: 'Results that are always good hide mistakes and attacks from those who rely on them.',
  fix: 'Leave the tests as they are, and report those that fail.',
};

export const delayedHarm: RuleText = {
  ...shared,
  id: 'code-execution/delayed',
  severity: 'MEDIUM',
  title: 'Waits for a date before it deletes, runs or sends something',
  reasoning: 'Whoever tries the code before that date does not see what it does.',
  fix: 'Do the same every day, or explain the date.',
};

export const addressReplaced: RuleText = {
  category: 'financial',
  code: 'W009',
  owasp: 'AST01',
  id: 'financial/address-replaced',
  severity: 'HIGH',
  title: 'Puts a fixed address for payments where another one stood',
  reasoning: 'Payments go to the owner of that address and cannot be taken back.',
  fix: 'Use the address that the user gave.',
};

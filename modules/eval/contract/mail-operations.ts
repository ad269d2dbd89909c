import { defineOperation } from 'svc-registry/kernel';

const dto = () => import('./mail-switch.js');
const path = '/experimental/me/eval-mails';
const view = () => dto().then((m) => m.EvalMailsView);

export const showEvalMails = defineOperation({
  id: 'eval.showMails',
  summary: 'Show whether you get a mail when an evaluation that you have started ends',
  effect: 'read',
  runsAt: 'server',
  access: 'signed-in',
  input: () => dto().then((m) => m.EvalMailsRef),
  output: view,
  http: { method: 'GET', path, tag: 'experimental' },
});

/** Only people get mails. Errors: `key_not_allowed`. */
export const switchEvalMails = defineOperation({
  id: 'eval.switchMails',
  summary: 'Switch the mails at the ends of your evaluations on or off',
  effect: 'write',
  idempotent: true,
  runsAt: 'server',
  access: 'signed-in',
  input: () => dto().then((m) => m.EvalMailsInput),
  output: view,
  http: { method: 'PATCH', path, tag: 'experimental' },
});

import type { Caller, Context, Handler } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { keyNotAllowed } from '../../../identity/contract/errors.js';
import type { EvalMailsInput, EvalMailsRef, EvalMailsView } from '../../contract/mail-switch.js';
import { MailSwitches } from './mail-switches.js';

@injectable()
export class ShowMailsHandler implements Handler<EvalMailsRef, EvalMailsView> {
  constructor(@inject(MailSwitches) private readonly switches: MailSwitches) {}

  async run(_input: EvalMailsRef, { caller }: Context): Promise<EvalMailsView> {
    return { enabled: await this.switches.isOn(personOf(caller)) };
  }
}

@injectable()
export class SwitchMailsHandler implements Handler<EvalMailsInput, EvalMailsView> {
  constructor(@inject(MailSwitches) private readonly switches: MailSwitches) {}

  async run({ enabled }: EvalMailsInput, { caller, auditSubject }: Context) {
    const id = personOf(caller);
    auditSubject?.({ kind: 'user', id, name: caller.label });
    await this.switches.switch(id, enabled);
    return { enabled };
  }
}

function personOf({ kind, id }: Caller): string {
  if (kind === 'user' && id !== null) return id;
  throw keyNotAllowed({ what: 'get mails' });
}

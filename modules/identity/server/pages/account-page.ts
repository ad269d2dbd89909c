import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import {
  redirect,
  shownTime,
  view,
  type Page,
  type PageRequest,
} from '../../../web/contract/index.js';
import { ChangePasswordInput, SessionRef, type SessionView } from '../../contract/dto/session.js';
import { MIN_PASSWORD_LENGTH } from '../../contract/dto/sign-in.js';
import {
  changePassword,
  endSession,
  listSessions,
  signOutEverywhere,
} from '../../contract/operations/sessions.js';
import { sessionOf } from '../access/principal.js';
import { Principals } from '../access/principals.js';
import { Sessions } from '../accounts/sessions.js';
import { AccountMails } from './account-mails.js';

const template = new URL('account.njk', import.meta.url);
const PATH = '/account';

function shown({ id, kind, client, address, lastUsedAt, current }: SessionView) {
  const name = client ?? (kind === 'page' ? 'A browser' : 'A program');
  return {
    id,
    name,
    address: address ?? 'unknown',
    lastUsed: shownTime(lastUsedAt),
    current,
  };
}

/** Shows the user's sessions and the mails that they get, and changes the password. */
@injectable()
export class AccountPage implements Page {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(AccountMails) private readonly mails: AccountMails,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async get({ invoke, caller }: PageRequest) {
    const { data } = await invoke(listSessions, {});
    const { userId } = sessionOf(await this.principals.of(caller));
    const mails = await this.mails.of(userId);
    return view(template, { sessions: data.map(shown), mails, minLength: MIN_PASSWORD_LENGTH });
  }

  post(request: PageRequest) {
    switch (request.form.get('do')) {
      case 'end':
        return this.end(request);
      case 'everywhere':
        return this.endAll(request);
      case 'mails':
        return this.saveMails(request);
      default:
        return this.changePassword(request);
    }
  }

  private async end({ form, invoke, caller }: PageRequest) {
    const { id } = await readInput(SessionRef, { id: form.get('end') });
    const { id: current } = sessionOf(await this.principals.of(caller));
    if (id === current) return redirect('/', { endSession: true, notice: 'You have signed out.' });
    await invoke(endSession, { id });
    return redirect(PATH, { notice: 'That session has ended.' });
  }

  private async endAll({ invoke }: PageRequest) {
    await invoke(signOutEverywhere, {});
    return redirect('/', { endSession: true, notice: 'You have signed out everywhere.' });
  }

  private async saveMails({ form, caller }: PageRequest) {
    const { userId } = sessionOf(await this.principals.of(caller));
    await this.mails.save(userId, form);
    return redirect(PATH, { notice: 'Your choice of mails is saved.' });
  }

  private async changePassword({ form, invoke, caller }: PageRequest) {
    const { currentPassword, newPassword } = await readInput(ChangePasswordInput, {
      currentPassword: form.get('currentPassword'),
      newPassword: form.get('newPassword'),
    });
    await invoke(changePassword, { currentPassword, newPassword });
    const { id } = sessionOf(await this.principals.of(caller));
    const startSession = await this.unitOfWork.run((manager) => this.sessions.renew(manager, id));
    return redirect(PATH, {
      startSession,
      notice: 'Your password has changed. All your other sessions have ended.',
    });
  }
}

import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { MIN_PASSWORD_LENGTH, RedeemCodeInput } from '../../contract/dto/sign-in.js';
import { CodeRedemption } from '../accounts/code-redemption.js';
import { resetPath } from '../../contract/code-pages.js';
import { PasswordResets } from '../accounts/password-resets.js';
import { originOfPage } from './session-origin.js';

const template = new URL('password-reset.njk', import.meta.url);

/** Lets the holder of a code choose a new password. Only submitting the form redeems the code. */
@injectable()
export class PasswordResetPage implements Page<'code'> {
  constructor(
    @inject(PasswordResets) private readonly resets: PasswordResets,
    @inject(CodeRedemption) private readonly codes: CodeRedemption,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async get({ params: { code } }: PageRequest<'code'>) {
    return view(template, {
      email: await this.emailOf(code),
      action: resetPath(code),
      minLength: MIN_PASSWORD_LENGTH,
    });
  }

  async post(request: PageRequest<'code'>) {
    const { code } = request.params;
    const entered = await readInput(RedeemCodeInput, {
      code,
      email: await this.emailOf(code),
      password: request.form.get('password'),
    });
    const { token } = await this.codes.redeem(entered, originOfPage(request));
    return redirect('/', {
      startSession: token,
      notice: 'Your password has changed. You are signed in here, and nowhere else.',
    });
  }

  private async emailOf(code: string): Promise<string> {
    return (await this.resets.find(this.database.manager, code)).user.email;
  }
}

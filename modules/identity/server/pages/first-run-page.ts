import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { MIN_PASSWORD_LENGTH, RedeemCodeInput } from '../../contract/dto/sign-in.js';
import { CodeRedemption } from '../accounts/code-redemption.js';
import { hasAccounts } from '../accounts/first-run.js';
import { originOfPage } from './session-origin.js';

const template = new URL('first-run.njk', import.meta.url);

/** Creates the first administrator of a new server; unavailable after that. */
@injectable()
export class FirstRunPage implements Page {
  constructor(
    @inject(CodeRedemption) private readonly codes: CodeRedemption,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async get() {
    if (await hasAccounts(this.database.manager)) return redirect('/');
    return view(template, { minLength: MIN_PASSWORD_LENGTH });
  }

  async post(request: PageRequest) {
    if (await hasAccounts(this.database.manager)) return redirect('/');
    const { form } = request;
    const entered = await readInput(RedeemCodeInput, {
      code: form.get('code')?.trim(),
      email: form.get('email')?.trim(),
      password: form.get('password'),
      organization: form.get('organization')?.trim() || undefined,
    });
    const { token } = await this.codes.redeem(entered, originOfPage(request));
    return redirect('/', {
      startSession: token,
      notice: 'The server is set up. Create a workspace next.',
    });
  }
}

import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import {
  localPath,
  redirect,
  view,
  type Page,
  type PageRequest,
} from '../../../web/contract/index.js';
import { SignInInput } from '../../contract/dto/sign-in.js';
import { FIRST_RUN_PATH, hasAccounts } from '../accounts/first-run.js';
import { PasswordSignIn } from '../accounts/password-sign-in.js';
import { originOfPage } from './session-origin.js';

const template = new URL('sign-in.njk', import.meta.url);

/** Where to redirect after the sign-in; only within this server. */
const nextOf = ({ query }: PageRequest): string => localPath(query.get('next')) ?? '/';

@injectable()
export class SignInPage implements Page {
  constructor(
    @inject(PasswordSignIn) private readonly passwords: PasswordSignIn,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
  ) {}

  async get(request: PageRequest) {
    const next = nextOf(request);
    if (request.caller.kind !== 'anonymous') return redirect(next);
    if (!(await hasAccounts(this.database.manager))) return redirect(FIRST_RUN_PATH);
    return view(template, {
      action: next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`,
    });
  }

  async post(request: PageRequest) {
    const { form } = request;
    const entered = await readInput(SignInInput, {
      email: form.get('email')?.trim(),
      password: form.get('password'),
    });
    const { token } = await this.passwords.signIn(entered, originOfPage(request));
    return redirect(nextOf(request), { startSession: token });
  }
}

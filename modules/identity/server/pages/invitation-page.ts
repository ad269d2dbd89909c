import { readInput } from 'svc-registry/dto';
import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { MIN_PASSWORD_LENGTH, RedeemCodeInput } from '../../contract/dto/sign-in.js';
import { CodeRedemption } from '../accounts/code-redemption.js';
import { InvitationPreviews } from '../accounts/invitation-previews.js';
import { invitationPath } from '../../contract/code-pages.js';
import { originOfPage } from './session-origin.js';

const template = new URL('invitation.njk', import.meta.url);

/** Shows the invitation and signs the invited person in. Only submitting the form redeems the code. */
@injectable()
export class InvitationPage implements Page<'code'> {
  constructor(
    @inject(InvitationPreviews) private readonly previews: InvitationPreviews,
    @inject(CodeRedemption) private readonly codes: CodeRedemption,
  ) {}

  async get({ params: { code } }: PageRequest<'code'>) {
    const invitation = await this.previews.find(code);
    return view(template, {
      invitation,
      action: invitationPath(code),
      minLength: MIN_PASSWORD_LENGTH,
    });
  }

  async post(request: PageRequest<'code'>) {
    const { params, form } = request;
    const { email, organization } = await this.previews.find(params.code);
    const entered = await readInput(RedeemCodeInput, {
      code: params.code,
      email,
      password: form.get('password'),
    });
    const { token } = await this.codes.redeem(entered, originOfPage(request));
    return redirect('/', { startSession: token, notice: `You have joined ${organization}.` });
  }
}

import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import type { RedeemCodeInput, SessionGrant, SignInInput } from '../../contract/dto/sign-in.js';
import { CodeRedemption } from '../accounts/code-redemption.js';
import { PasswordSignIn } from '../accounts/password-sign-in.js';

@injectable()
export class SignInHandler implements Handler<SignInInput, SessionGrant> {
  constructor(@inject(PasswordSignIn) private readonly passwords: PasswordSignIn) {}

  run(input: SignInInput, { address }: Context): Promise<SessionGrant> {
    return this.passwords.signIn(input, { kind: 'program', client: input.client, address });
  }
}

@injectable()
export class RedeemCodeHandler implements Handler<RedeemCodeInput, SessionGrant> {
  constructor(@inject(CodeRedemption) private readonly codes: CodeRedemption) {}

  run(input: RedeemCodeInput, { address }: Context): Promise<SessionGrant> {
    return this.codes.redeem(input, { kind: 'program', client: input.client, address });
  }
}

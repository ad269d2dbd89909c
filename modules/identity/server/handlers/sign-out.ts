import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { NoInput } from '../../contract/dto/sign-in.js';
import { notASession } from '../../contract/errors.js';
import { principalsKey, type Principals } from '../access/principals.js';
import { sessionsKey, type Sessions } from '../accounts/sessions.js';

@injectable()
export class SignOutHandler implements Handler<NoInput, void> {
  constructor(
    @inject(principalsKey) private readonly principals: Principals,
    @inject(sessionsKey) private readonly sessions: Sessions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
  ) {}

  async run(_input: NoInput, { caller }: Context): Promise<void> {
    const { session } = await this.principals.of(caller);
    if (session === undefined) throw notASession();
    await this.unitOfWork.run((manager) => this.sessions.end(manager, session.id));
  }
}

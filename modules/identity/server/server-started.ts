import { inject, injectable } from 'tsyringe';
import type { ServerStarted, ServerStartedHook } from 'svc-registry/kernel';
import {
  isUniqueViolation,
  readDatabaseKey,
  unitOfWorkKey,
  type ReadDatabase,
  type UnitOfWork,
} from '../../persistence/contract/db.js';
import { elsewhereNote } from '../format/server-address.js';
import { DevSignIn } from './accounts/dev-sign-in.js';
import { Invitations } from './accounts/invitations.js';
import { FIRST_RUN_PATH, hasAccounts } from './accounts/first-run.js';

/** A new server prints the code for its first administrator; a trial server signs its user in. */
@injectable()
export class FirstSteps implements ServerStartedHook {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(Invitations) private readonly invitations: Invitations,
    @inject(DevSignIn) private readonly devSignIn: DevSignIn,
  ) {}

  async serverStarted({ origin, dev }: ServerStarted): Promise<readonly string[]> {
    return dev ? this.devSignIn.signIn(origin) : this.firstCode(origin);
  }

  private async firstCode(origin: string): Promise<readonly string[]> {
    if (await hasAccounts(this.database.manager)) return [];
    const code = await this.openFirstRun().catch((error: unknown) => {
      // another server has created the row at the same time
      if (isUniqueViolation(error)) return this.openFirstRun();
      throw error;
    });
    if (code === null) return [];
    const note = elsewhereNote(origin);
    return [
      'There are no accounts yet. The first administrator signs in with this one-time code, valid for 24 hours:',
      `  ${code}`,
      `  SVC_URL=${origin} svc login --code`,
      `or in a browser: ${origin}${FIRST_RUN_PATH}`,
      ...(note === undefined ? [] : [note]),
    ];
  }

  private openFirstRun(): Promise<string | null> {
    return this.unitOfWork.run((manager) => this.invitations.openFirstRun(manager));
  }
}

import { inject, injectable } from 'tsyringe';
import { isSvcError } from 'svc-registry/kernel';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { BrowserSessions, Visitor } from '../../../web/contract/index.js';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../contract/access.js';
import { pageCredential } from '../access/page-credential.js';
import { Principals } from '../access/principals.js';
import { Sessions } from '../accounts/sessions.js';
import { storedToken } from '../token.js';

/** Sessions of browsers, as pages need them. */
@injectable()
export class PageSessions implements BrowserSessions {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  isClosed(): boolean {
    return !this.workspaces.publicRead();
  }

  async find(token: string): Promise<Visitor | undefined> {
    const credential = pageCredential(token);
    try {
      return { caller: await this.principals.authenticate(credential), credential };
    } catch (error) {
      if (isSvcError(error) && error.status === 401) return undefined;
      throw error;
    }
  }

  async end(token: string): Promise<void> {
    await this.unitOfWork.run((manager) => this.sessions.end(manager, storedToken(token)));
  }
}

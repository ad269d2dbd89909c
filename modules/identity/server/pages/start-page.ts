import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { listWorkspaces } from '../../contract/operations/workspaces.js';
import { whoAmI } from '../../contract/operations/sign-in.js';
import { FIRST_RUN_PATH, hasAccounts } from '../accounts/first-run.js';

const forAnonymous = new URL('start-anonymous.njk', import.meta.url);
const forSignedIn = new URL('start.njk', import.meta.url);

/** Introduces the server to anonymous visitors; shows signed-in users their organizations and what to do next. */
@injectable()
export class StartPage implements Page {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async get({ caller, invoke }: PageRequest) {
    if (caller.kind !== 'anonymous') return this.ownPage(invoke);
    return (await hasAccounts(this.database.manager))
      ? view(forAnonymous)
      : redirect(FIRST_RUN_PATH);
  }

  private async ownPage(invoke: PageRequest['invoke']) {
    const { organizations } = await invoke(whoAmI, {});
    const { data, next } = await invoke(listWorkspaces, {});
    const workspaces = data.map(({ name, organization, role }) => [
      name,
      organization,
      role ?? 'through the organization',
    ]);
    const isAdmin = organizations.some(({ role }) => role === 'admin');
    return view(forSignedIn, {
      organizations,
      workspaces,
      more: next !== null,
      isAdmin,
      package: this.host.env['SVC_PACKAGE'],
    });
  }
}

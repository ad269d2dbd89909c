import { inject, injectable } from 'tsyringe';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import { redirect, view, type FrontPart } from '../../../web/contract/index.js';
import { workspaceDirectoryKey, type WorkspaceDirectory } from '../../contract/access.js';
import { FIRST_RUN_PATH, hasAccounts } from '../accounts/first-run.js';

const template = new URL('front-welcome.njk', import.meta.url);

/** Leads strangers in: to the set-up of a new server, or to signing in. Where they can read nothing, the form stands on the front page. */
@injectable()
export class FrontWelcome implements FrontPart {
  constructor(
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(workspaceDirectoryKey) private readonly workspaces: WorkspaceDirectory,
  ) {}

  async instead() {
    return (await hasAccounts(this.database.manager)) ? undefined : redirect(FIRST_RUN_PATH);
  }

  section() {
    return Promise.resolve(view(template, { isClosed: !this.workspaces.publicRead() }));
  }
}

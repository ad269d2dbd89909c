import { inject, injectable } from 'tsyringe';
import { signInRequired, type Context, type Handler } from 'svc-registry/kernel';
import { readDatabaseKey, type ReadDatabase } from '../../../persistence/contract/db.js';
import type { Me, NoInput } from '../../contract/dto/sign-in.js';
import { Principals } from '../access/principals.js';
import { viewOfUser } from '../accounts/sessions.js';
import { User } from '../entities/people.js';
import { ApiKeys } from '../keys/api-keys.js';
import { viewOfOrganization, Organizations } from '../workspaces/organizations.js';

@injectable()
export class WhoAmIHandler implements Handler<NoInput, Me> {
  constructor(
    @inject(Principals) private readonly principals: Principals,
    @inject(readDatabaseKey) private readonly database: ReadDatabase,
    @inject(Organizations) private readonly organizations: Organizations,
    @inject(ApiKeys) private readonly apiKeys: ApiKeys,
  ) {}

  async run(_input: NoInput, { caller }: Context): Promise<Me> {
    if (caller.id === null) throw signInRequired();
    return caller.kind === 'key' ? this.aboutKey(caller.id) : this.aboutUser(caller.id, caller);
  }

  private async aboutUser(id: string, caller: Context['caller']): Promise<Me> {
    const user = await this.database.manager.findOneBy(User, { id });
    if (user === null) throw signInRequired();
    const { data } = await this.organizations.pageFor(await this.principals.of(caller), {});
    return {
      kind: 'user',
      user: viewOfUser(user),
      key: null,
      organizations: [...data],
      defaultOrganizationId: user.defaultOrganizationId,
    };
  }

  private async aboutKey(id: string): Promise<Me> {
    const key = await this.apiKeys.view(id);
    const organization = key === null ? null : await this.organizations.find(key.organizationId);
    if (key === null || organization === null) throw signInRequired();
    const role = key.workspaceId === null ? 'member' : null;
    return {
      kind: 'key',
      user: null,
      key,
      organizations: [viewOfOrganization(organization, role)],
      defaultOrganizationId: organization.id,
    };
  }
}

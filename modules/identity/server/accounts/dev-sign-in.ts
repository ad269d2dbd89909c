import { inject, injectable } from 'tsyringe';
import { hostKey, serviceKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import { CredentialsFile } from '../../format/credentials-file.js';
import { User } from '../entities/people.js';
import { emailKey } from './email.js';
import { foundingKey, type Founding } from './founding.js';
import { sessionsKey, type Sessions } from './sessions.js';

const DEV = 'dev';
/** No address that a person could sign in with. */
const DEV_EMAIL = 'dev@localhost';

/** Signs one in for a local trial: user, organization and workspace `dev`, and the credentials of this server. */
@injectable()
export class DevSignIn {
  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(foundingKey) private readonly founding: Founding,
    @inject(sessionsKey) private readonly sessions: Sessions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async signIn(origin: string): Promise<readonly string[]> {
    const { token, expiresAt } = await this.unitOfWork.run(async (manager) => {
      const user = (await manager.findOneBy(User, { emailKey: emailKey(DEV_EMAIL) })) ?? (await this.found(manager));
      await this.sessions.endAll(manager, user.id);
      return this.sessions.start(manager, user);
    });
    const file = new CredentialsFile(this.host.home);
    await file.save(origin, { token, expiresAt, email: DEV_EMAIL });
    return [`Signed in as ${DEV_EMAIL}, owner of the workspace "${DEV}". The credentials are in ${file.path}.`];
  }

  private async found(manager: EntityManager): Promise<User> {
    const organization = await this.founding.organization(manager, DEV);
    const user = await this.founding.user(manager, { email: DEV_EMAIL, passwordHash: null, defaultOrganizationId: organization.id });
    await this.founding.organizationRole(manager, { organizationId: organization.id, userId: user.id, role: 'admin' });
    const workspace = await this.founding.workspace(manager, { name: DEV, organizationId: organization.id });
    await this.founding.workspaceRole(manager, { workspaceId: workspace.id, userId: user.id, role: 'owner' });
    return user;
  }
}

export const devSignInKey = serviceKey<DevSignIn>('identity.devSignIn');

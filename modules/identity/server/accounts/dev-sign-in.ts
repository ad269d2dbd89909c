import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import type { EntityManager } from 'typeorm';
import { unitOfWorkKey, type UnitOfWork } from '../../../persistence/contract/db.js';
import type { SessionGrant } from '../../contract/dto/sign-in.js';
import { trialLinkUnknown } from '../../contract/errors.js';
import { CredentialsFile } from '../../format/credentials-file.js';
import { User } from '../entities/people.js';
import { hashToken, newToken, sameHash } from '../token.js';
import { emailKey } from './email.js';
import { Provisioning } from './provisioning.js';
import { type SessionOrigin, Sessions } from './sessions.js';

const DEV = 'dev';
/** Not a valid address, so no person can sign in with it. */
export const DEV_EMAIL = 'dev@localhost';

/** The page that opens a trial server in a browser. */
export const trialPath = (code: string): string => `/trial/${code}`;

/** Signs the user in for a local trial: creates user, organization and workspace `dev`, and stores the credentials for this server. */
@injectable()
export class DevSignIn {
  /** Hash of the code in the printed link. Kept in memory only, so the link is valid while this server runs. */
  private code: string | undefined;

  constructor(
    @inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork,
    @inject(Provisioning) private readonly provisioning: Provisioning,
    @inject(Sessions) private readonly sessions: Sessions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async signIn(origin: string): Promise<readonly string[]> {
    const { token, expiresAt } = await this.unitOfWork.run(async (manager) => {
      const user =
        (await manager.findOneBy(User, { emailKey: emailKey(DEV_EMAIL) })) ??
        (await this.provision(manager));
      await this.sessions.endAll(manager, user.id);
      return this.sessions.start(manager, user, { kind: 'program', client: 'svc serve --dev' });
    });
    const file = new CredentialsFile(this.host.home);
    await file.save(origin, { token, expiresAt, email: DEV_EMAIL });
    const code = newToken('code');
    this.code = hashToken(code);
    return [
      `Signed in as ${DEV_EMAIL}, owner of the workspace "${DEV}". The credentials are in ${file.path}.`,
      `In a browser, while this server runs: ${origin}${trialPath(code)}`,
    ];
  }

  /** Throws `trial_link_unknown`. */
  check(code: string): void {
    if (this.code === undefined || !sameHash(hashToken(code), this.code)) throw trialLinkUnknown();
  }

  /** Signs in the browser that opened the printed link. Throws `trial_link_unknown`. */
  async enter(code: string, from: SessionOrigin): Promise<SessionGrant> {
    this.check(code);
    return this.unitOfWork.run(async (manager) => {
      const user = await manager.findOneByOrFail(User, { emailKey: emailKey(DEV_EMAIL) });
      return this.sessions.start(manager, user, from);
    });
  }

  private async provision(manager: EntityManager): Promise<User> {
    const organization = await this.provisioning.organization(manager, DEV);
    const user = await this.provisioning.user(manager, {
      email: DEV_EMAIL,
      passwordHash: null,
      defaultOrganizationId: organization.id,
    });
    await this.provisioning.organizationRole(manager, {
      organizationId: organization.id,
      userId: user.id,
      role: 'admin',
    });
    const workspace = await this.provisioning.workspace(manager, {
      name: DEV,
      organizationId: organization.id,
    });
    await this.provisioning.workspaceRole(manager, {
      workspaceId: workspace.id,
      userId: user.id,
      role: 'owner',
    });
    return user;
  }
}

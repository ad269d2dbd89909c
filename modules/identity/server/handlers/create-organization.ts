import { inject, injectable } from 'tsyringe';
import { hostKey, type Context, type Handler, type HostInfo } from 'svc-registry/kernel';
import type {
  CreateOrganizationInput,
  CreateServerOrganizationInput,
  NewOrganizationView,
  OrganizationView,
} from '../../contract/dto/organization.js';
import { keyNotAllowed, organizationCreationOff } from '../../contract/errors.js';
import { organizationsByAnyone } from '../access/switches.js';
import { Invitations } from '../accounts/invitations.js';
import { NewOrganizations } from '../accounts/new-organizations.js';
import { findUser } from '../workspaces/members.js';
import { viewOfOrganization } from '../workspaces/organizations.js';

/** The caller becomes the first admin of the organization. */
@injectable()
export class CreateOrganizationHandler implements Handler<
  CreateOrganizationInput,
  OrganizationView
> {
  private readonly isOpen: boolean;

  constructor(
    @inject(NewOrganizations) private readonly organizations: NewOrganizations,
    @inject(hostKey) { env }: HostInfo,
  ) {
    this.isOpen = organizationsByAnyone(env);
  }

  async run(
    { name }: CreateOrganizationInput,
    { caller, auditSubject }: Context,
  ): Promise<OrganizationView> {
    const { id } = caller;
    if (caller.kind !== 'user' || id === null)
      throw keyNotAllowed({ what: 'create an organization' });
    if (!this.isOpen) throw organizationCreationOff({ name });
    return this.organizations.create(name, async (manager, organization) => {
      auditSubject?.({ kind: 'organization', id: organization.id, name });
      await this.organizations.admit(manager, organization.id, { id });
      return viewOfOrganization(organization, 'admin');
    });
  }
}

@injectable()
export class CreateServerOrganizationHandler implements Handler<
  CreateServerOrganizationInput,
  NewOrganizationView
> {
  constructor(
    @inject(NewOrganizations) private readonly organizations: NewOrganizations,
    @inject(Invitations) private readonly invitations: Invitations,
  ) {}

  run({ name, admin }: CreateServerOrganizationInput): Promise<NewOrganizationView> {
    return this.organizations.create(name, async (manager, { id }) => {
      const user = await findUser(manager, admin);
      if (user !== null) {
        await this.organizations.admit(manager, id, user);
        return { id, name, admin: user.email, invitation: null };
      }
      const invited = {
        email: admin,
        organizationId: id,
        organizationRole: 'admin',
        createdBy: null,
      } as const;
      return {
        id,
        name,
        admin,
        invitation: (await this.invitations.invite(manager, invited)).view,
      };
    });
  }
}

import { readInput } from 'svc-registry/dto';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { redirect, view, type Page, type PageRequest } from '../../../../web/contract/index.js';
import { CreateOrganizationInput } from '../../../contract/dto/organization.js';
import { organizationCreationOff } from '../../../contract/errors.js';
import { createOrganization } from '../../../contract/operations/organizations.js';
import { organizationsByAnyone } from '../../access/switches.js';

const template = new URL('new-organization.njk', import.meta.url);

/** Creates an organization, where the server lets everybody do so. */
@injectable()
export class NewOrganizationPage implements Page {
  private readonly isOpen: boolean;

  constructor(@inject(hostKey) { env }: HostInfo) {
    this.isOpen = organizationsByAnyone(env);
  }

  get() {
    if (!this.isOpen) throw organizationCreationOff({ name: '<name>' });
    return Promise.resolve(view(template));
  }

  async post({ form, invoke }: PageRequest) {
    const { name } = await readInput(CreateOrganizationInput, { name: form.get('name')?.trim() });
    await invoke(createOrganization, { name });
    return redirect(`/organizations/${name}`, {
      notice: `You have created the organization ${name}.`,
    });
  }
}

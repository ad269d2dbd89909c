import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type FrontPart, type PageRequest } from '../../../web/contract/index.js';
import { whoAmI } from '../../contract/operations/sign-in.js';

const template = new URL('front-connect.njk', import.meta.url);

/** How the command line is signed in to this server. */
@injectable()
export class FrontConnect implements FrontPart {
  constructor(@inject(hostKey) private readonly host: HostInfo) {}

  async section({ invoke }: PageRequest) {
    const { organizations } = await invoke(whoAmI, {});
    const isAdmin = organizations.some(({ role }) => role === 'admin');
    return view(template, { isAdmin, package: this.host.env['SVC_PACKAGE'] });
  }
}

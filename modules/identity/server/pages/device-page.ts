import { inject, injectable } from 'tsyringe';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { counted } from '../../../../toolbox/plural.js';
import { redirect, view, type Page, type PageRequest } from '../../../web/contract/index.js';
import { userCodeUnknown } from '../../contract/device-errors.js';
import { sessionOf } from '../access/principal.js';
import { Principals } from '../access/principals.js';
import { type Approver, DeviceApprovals, type DeviceRequest } from '../device/device-approvals.js';
import { DEVICE_PAGE } from '../device/device-sign-ins.js';
import { shownUserCode } from '../device/user-code.js';

const template = new URL('device.njk', import.meta.url);
const MINUTE_MS = 60 * 1000;

const pathOf = (code: string): string => `${DEVICE_PAGE}?code=${encodeURIComponent(code)}`;

const endOf = (answer: string): string => `${DEVICE_PAGE}?done=${answer}`;

/** The pages shown after a decision; they have no form. */
const ends: ReadonlyMap<string, object> = new Map([
  ['approved', { title: 'The program is signed in.', text: 'It continues on its own.' }],
  ['denied', { title: 'Denied: the program is not signed in.', text: 'Its code no longer works.' }],
]);

/** Shows which program wants to sign in, from where and since when, and lets the user decide. */
@injectable()
export class DevicePage implements Page {
  constructor(
    @inject(DeviceApprovals) private readonly approvals: DeviceApprovals,
    @inject(Principals) private readonly principals: Principals,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async get(request: PageRequest) {
    const end = request.fromOtherSite ? undefined : ends.get(request.query.get('done') ?? '');
    if (end !== undefined) return view(template, { end });
    const code = request.query.get('code') ?? '';
    // a refused form is redisplayed without a look-up, which would count as another guess; forms
    // sent from other sites are not looked up either
    if (code === '' || request.problem !== undefined || request.fromOtherSite)
      return view(template, { request: null, code });
    try {
      const found = await this.approvals.find(code, await this.approverOf(request));
      return view(template, { request: this.describe(found, request) });
    } catch (error) {
      if (userCodeUnknown.is(error)) return redirect(DEVICE_PAGE, { notice: error.message });
      throw error;
    }
  }

  async post(request: PageRequest) {
    const approver = await this.approverOf(request);
    const code = request.form.get('code') ?? '';
    switch (request.form.get('answer')) {
      case 'approve': {
        const startSession = await this.approvals.approve(code, approver);
        return redirect(endOf('approved'), { startSession });
      }
      case 'deny':
        await this.approvals.deny(code, approver);
        return redirect(endOf('denied'));
      default:
        return redirect(
          pathOf(shownUserCode((await this.approvals.find(code, approver)).userCode)),
        );
    }
  }

  private async approverOf({ caller }: PageRequest): Promise<Approver> {
    const { userId, id: sessionId } = sessionOf(await this.principals.of(caller));
    return { userId, sessionId };
  }

  private describe({ userCode, client, address, createdAt }: DeviceRequest, request: PageRequest) {
    const minutes = Math.floor((this.host.clock().getTime() - createdAt.getTime()) / MINUTE_MS);
    const since = minutes === 0 ? 'less than a minute ago' : `${counted(minutes, 'minute')} ago`;
    const here =
      address === request.address
        ? 'the same as that of this browser'
        : 'not the one of this browser';
    const from =
      address === null
        ? 'an unknown network address'
        : `the network address ${address}, which is ${here}`;
    return { code: shownUserCode(userCode), client, since, from };
  }
}

import { inject, injectable } from 'tsyringe';
import type { Context, Handler } from 'svc-registry/kernel';
import type {
  DeviceSignInGrant,
  RedeemDeviceCodeInput,
  StartDeviceSignInInput,
} from '../../contract/dto/device.js';
import type { SessionGrant } from '../../contract/dto/sign-in.js';
import { DeviceSignIns } from '../device/device-sign-ins.js';

@injectable()
export class StartDeviceSignInHandler implements Handler<
  StartDeviceSignInInput,
  DeviceSignInGrant
> {
  constructor(@inject(DeviceSignIns) private readonly signIns: DeviceSignIns) {}

  run(input: StartDeviceSignInInput, { address }: Context): Promise<DeviceSignInGrant> {
    return this.signIns.start(input, address);
  }
}

@injectable()
export class RedeemDeviceCodeHandler implements Handler<RedeemDeviceCodeInput, SessionGrant> {
  constructor(@inject(DeviceSignIns) private readonly signIns: DeviceSignIns) {}

  run(input: RedeemDeviceCodeInput, { address }: Context): Promise<SessionGrant> {
    return this.signIns.redeem(input, address);
  }
}

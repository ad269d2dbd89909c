import { extensionsKey, hostKey, type Extensions, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { badSetting } from '../../../persistence/contract/errors.js';
import { scannersPoint } from '../../contract/scanners.js';

/** The scanners that judge published versions. */
@injectable()
export class LoadedScanners {
  readonly #isOn: boolean;

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) { env }: HostInfo,
  ) {
    const setting = env['SVC_MODERATION'] || 'on';
    if (setting !== 'on' && setting !== 'off')
      throw badSetting({
        name: 'SVC_MODERATION',
        why: `"${setting}" is neither "on" nor "off"`,
        hint: 'Without it, what is published is scanned.',
      });
    this.#isOn = setting === 'on';
  }

  /** Ids of the scanners; empty if the operator has switched moderation off. */
  ids(): readonly string[] {
    return this.#isOn ? this.extensions.of(scannersPoint).map(({ id }) => id) : [];
  }
}

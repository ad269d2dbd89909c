import { inject, injectable } from 'tsyringe';
import { hostKey, settingsPoint, type Handler, type HostInfo } from 'svc-registry/kernel';
import { PROGRAMS } from '../../../kernel/index.js';
import { by } from '../../../toolbox/by.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import { unknownSettings } from '../../unknown-settings.js';
import type { NoInput } from '../contract/inputs.js';
import type { SettingRow, SettingsReport } from '../contract/settings-report.js';

type Env = HostInfo['env'];

/** Removes user and password from addresses. */
const shown = (value: string): string => value.replace(/\/\/[^/?#]*@/g, '//…@');

/** The value of a setting. Network variables may also be in lower case. */
const valueOf = (name: string, env: Env): string =>
  env[name] ||
  (name.endsWith('_PROXY') && !name.startsWith('SVC_') ? env[name.toLowerCase()] : '') ||
  '';

@injectable()
export class SettingsHandler implements Handler<NoInput, SettingsReport> {
  constructor(
    @inject(runtimeKey) private readonly runtime: Runtime,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  run(): Promise<SettingsReport> {
    const kernel = this.runtime.kernel();
    const settings = kernel.extensions.of(settingsPoint).map(({ id, module, data }): SettingRow => {
      const { secret = false, ...rest } = data;
      const value = valueOf(id, this.host.env);
      const isSet = value !== '';
      return {
        name: id,
        ...rest,
        set: isSet,
        ...(isSet && !secret ? { value: shown(value) } : {}),
        secret,
        module,
      };
    });
    settings.sort(by(({ name }) => name));
    const unknown = PROGRAMS.flatMap((program) => unknownSettings(this.host.env, kernel, program));
    return Promise.resolve({ settings, unknown });
  }
}

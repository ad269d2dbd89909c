import { stat } from 'node:fs/promises';
import { hostKey, invalidInput, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { isRecord } from '../../../toolbox/type-guards.js';
import { userSettingsKey, type UserSettings } from '../../identity/contract/user-settings.js';
import type { ModelSide } from '../format/asked-models.js';
import {
  chosenModel,
  environmentModel,
  operatorsSend,
  type ChosenModel,
} from '../format/chosen-model.js';

/** The model of the person at the terminal: SVC_MODEL, or else `models` in their `config.json`. Nothing stores what is used. */
@injectable()
export class UsersModel implements ModelSide {
  constructor(
    @inject(hostKey) private readonly host: HostInfo,
    @inject(userSettingsKey) private readonly settings: UserSettings,
  ) {}

  async model(): Promise<ChosenModel | undefined> {
    const { path } = this.settings;
    const kept = await this.settings.read('models');
    if (this.host.env['SVC_MODEL'] || kept === undefined) return environmentModel(this.host);
    if (!isRecord(kept) || Object.values(kept).some((value) => typeof value !== 'string'))
      throw invalidInput({ what: `"models" in ${path} is not an object of texts.` });
    if ('apiKey' in kept && ((await stat(path)).mode & 0o077) !== 0)
      throw invalidInput({
        what: `Others on this machine can read ${path}, which contains the key of a model.`,
        hint: `Run \`chmod 600 ${path}\`; if others may have read the key, replace it at its provider.`,
      });
    return chosenModel(kept, path, operatorsSend(this.host));
  }
}

import { extensionsKey, hostKey, type Extensions, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Semaphore } from '../../../toolbox/semaphore.js';
import { databaseFolderKey } from '../../persistence/contract/database-folder.js';
import {
  sealedColumnsPoint,
  secretsUnavailable,
  type SealedPosition,
  type Secrets,
} from '../contract/index.js';
import { addKey, presentKeys, type KeySource, type SecretKey } from './keys.js';
import { openValue, sealValue } from './sealed-value.js';

@injectable()
export class SealingSecrets implements Secrets {
  readonly #making = new Semaphore(1);
  readonly #source: KeySource;

  constructor(
    @inject(hostKey) host: HostInfo,
    @inject(databaseFolderKey) folder: string | undefined,
    @inject(extensionsKey) private readonly extensions: Extensions,
  ) {
    this.#source = { env: host.env, folder };
  }

  async seal(text: string, at: SealedPosition): Promise<string> {
    // a value of another column would be left behind by the next rotation
    if (!this.extensions.of(sealedColumnsPoint).some(({ id }) => id === at.column))
      throw new Error(`"${at.column}" is not contributed to ${sealedColumnsPoint.id}.`);
    return sealValue(text, await this.#first(), at);
  }

  async open(value: string, at: SealedPosition): Promise<string> {
    const keys = await presentKeys(this.#source);
    if (keys.length === 0 && this.#source.folder === undefined) throw secretsUnavailable();
    return openValue(value, keys, at);
  }

  async #first(): Promise<SecretKey> {
    const [first] = await presentKeys(this.#source);
    return first ?? this.#making.run(() => this.#firstOrNew());
  }

  async #firstOrNew(): Promise<SecretKey> {
    if ((await presentKeys(this.#source)).length === 0) await addKey(this.#source);
    const [first] = await presentKeys(this.#source);
    if (first === undefined) throw secretsUnavailable();
    return first;
  }
}

import { extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { Semaphore } from '../../../toolbox/semaphore.js';
import { secretUnreadable } from '../contract/errors.js';
import { sealedColumnsPoint, type SealedPosition, type Secrets } from '../contract/index.js';
import { SecretKeys } from './keys.js';
import { openValue, sealValue } from './sealed-value.js';

@injectable()
export class SealingSecrets implements Secrets {
  readonly #making = new Semaphore(1);

  constructor(
    @inject(SecretKeys) private readonly keys: SecretKeys,
    @inject(extensionsKey) private readonly extensions: Extensions,
  ) {}

  async seal(text: string, at: SealedPosition): Promise<string> {
    // a value of another column would be left behind by the next rotation
    if (!this.extensions.of(sealedColumnsPoint).some(({ id }) => id === at.column))
      throw new Error(`"${at.column}" is not contributed to ${sealedColumnsPoint.id}.`);
    const key = await this.#making.run(
      async () => (await this.keys.present())[0] ?? this.keys.add(),
    );
    return sealValue(text, key, at);
  }

  async open(value: string, at: SealedPosition): Promise<string> {
    this.keys.require();
    const opened = openValue(value, await this.keys.present(), at);
    if ('text' in opened) return opened.text;
    throw secretUnreadable({ ...at, why: opened.why });
  }
}

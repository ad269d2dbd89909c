import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hostKey, type HostInfo } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import writeFileAtomic from 'write-file-atomic';
import { ifThere } from '../../../toolbox/file-errors.js';
import { databaseFolderKey } from '../../persistence/contract/database-folder.js';
import { badSetting } from '../../persistence/contract/errors.js';
import { secretsUnavailable } from '../contract/index.js';

/** 32 bytes in base64. */
const KEY = /^[A-Za-z0-9+/]{43}=$/;

export interface SecretKey {
  /** Eight hexadecimal digits, which tell nothing about the key. */
  readonly id: string;
  readonly key: KeyObject;
}

function keyOf(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  const id = createHmac('sha256', bytes).update('svc secret key').digest('hex').slice(0, 8);
  return { id, key: createSecretKey(bytes) };
}

/** Throws `bad_setting`, which never repeats a key. */
function keysIn(text: string, name: string): SecretKey[] {
  const parts = text.split(',').map((part) => part.trim());
  const bad = parts.findIndex((part) => !KEY.test(part));
  if (bad < 0) return parts.map(keyOf);
  throw badSetting({
    name,
    why: `key ${bad + 1} of ${parts.length} is not 32 bytes in base64`,
    hint: 'Make a key with `openssl rand -base64 32`; write commas between several.',
  });
}

/** The keys of SVC_SECRET_KEY, else those of a file beside the SQLite database. They are read at each use: the file may change. */
@injectable()
export class SecretKeys {
  readonly #set: string | undefined;
  readonly #file: string | undefined;

  constructor(
    @inject(hostKey) { env }: Pick<HostInfo, 'env'>,
    @inject(databaseFolderKey) folder: string | undefined,
  ) {
    this.#set = env['SVC_SECRET_KEY'] || undefined;
    if (this.#set === undefined && folder !== undefined) this.#file = join(folder, 'secret.key');
  }

  /** Throws `secrets_unavailable` where there can be no key. */
  require(): void {
    if (this.#set === undefined && this.#file === undefined) throw secretsUnavailable();
  }

  /** The one that seals is the first. Empty on PostgreSQL without the setting, and on SQLite before a first key is made. */
  async present(): Promise<readonly SecretKey[]> {
    if (this.#set !== undefined) return keysIn(this.#set, 'SVC_SECRET_KEY');
    const text = this.#file && (await ifThere(readFile(this.#file, 'utf8')));
    return text === undefined ? [] : keysIn(text, this.#file ?? '');
  }

  /** Puts a new key in front of those of the file; keys that the operator has set stay as they are. Answers the first. Throws `secrets_unavailable`. */
  async add(): Promise<SecretKey> {
    this.require();
    if (this.#file !== undefined) await this.#write(this.#file);
    return ((await this.present()) as [SecretKey])[0];
  }

  async #write(file: string): Promise<void> {
    const former = (await this.present()).map(({ key }) => key.export());
    const texts = [randomBytes(32), ...former].map((bytes) => bytes.toString('base64'));
    await writeFileAtomic(file, `${texts.join(',')}\n`, { mode: 0o600 });
    // otherwise a loss of power could take the key of values that are on the disk
    const folder = await open(dirname(file), 'r');
    await folder.sync().finally(() => folder.close());
  }
}

import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { ifThere } from '../../../toolbox/file-errors.js';
import { badSetting } from '../../persistence/contract/errors.js';

const BYTES_IN_BASE64 = /^[A-Za-z0-9+/]{43}=$/;

export interface SecretKey {
  /** Eight hexadecimal digits, which tell nothing about the key. */
  readonly id: string;
  readonly key: KeyObject;
}

/** The settings of a server, and the folder of its SQLite database. */
export interface KeySource {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string | undefined;
}

function keyOf(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  const id = createHmac('sha256', bytes).update('svc secret key').digest('hex').slice(0, 8);
  return { id, key: createSecretKey(bytes) };
}

/** Throws `bad_setting`, which never repeats a key. */
function keysIn(text: string, name: string): SecretKey[] {
  const parts = text.split(',').map((part) => part.trim());
  const bad = parts.findIndex((part) => !BYTES_IN_BASE64.test(part));
  if (bad >= 0)
    throw badSetting({
      name,
      why: `key ${bad + 1} of ${parts.length} is not 32 bytes in base64`,
      hint: 'Make a key with `openssl rand -base64 32`; write commas between several.',
    });
  return parts.map(keyOf);
}

export const keyFile = (folder: string): string => join(folder, 'secret.key');

const isSet = ({ env }: KeySource): boolean => (env['SVC_SECRET_KEY'] ?? '') !== '';

/** All keys, the one that seals first; empty when there are none yet. They are read at each use, so that a file may change meanwhile. */
export async function presentKeys(source: KeySource): Promise<readonly SecretKey[]> {
  if (isSet(source)) return keysIn(source.env['SVC_SECRET_KEY'] ?? '', 'SVC_SECRET_KEY');
  if (source.folder === undefined) return [];
  const file = keyFile(source.folder);
  const text = await ifThere(readFile(file, 'utf8'));
  return text === undefined ? [] : keysIn(text, file);
}

/** Puts a new key in front of those of the key file. Does nothing where the operator names the keys. */
export async function addKey(source: KeySource): Promise<void> {
  if (isSet(source) || source.folder === undefined) return;
  const file = keyFile(source.folder);
  const present = await presentKeys(source);
  const texts = [randomBytes(32), ...present.map(({ key }) => key.export())].map((bytes) =>
    bytes.toString('base64'),
  );
  await writeFileAtomic(file, `${texts.join(',')}\n`, { mode: 0o600 });
  await syncFolder(source.folder);
}

/** Otherwise a loss of power could take the key of values that are on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

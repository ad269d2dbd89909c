import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rootCertificates } from 'node:tls';
import { invalidInput, type Context } from 'svc-registry/kernel';

/**
 * A file with all trusted authorities if SVC_CA_FILE adds some: git takes a single file, which replaces its
 * default authorities. `undefined` if SVC_CA_FILE is not set.
 */
export async function allAuthorities(
  env: Context['env'],
  folder: string,
): Promise<string | undefined> {
  const named = env['SVC_CA_FILE'] ?? '';
  if (named === '') return undefined;
  const more = [env['NODE_EXTRA_CA_CERTS'], env['GIT_SSL_CAINFO']].filter(
    (file) => file !== undefined && file !== '',
  );
  const texts = await Promise.all([
    readNamed(named),
    ...more.map((file) => readFile(String(file), 'utf8').catch(() => '')),
  ]);
  const file = join(folder, 'authorities.pem');
  await writeFile(file, [...texts, ...rootCertificates].join('\n'));
  return file;
}

async function readNamed(file: string): Promise<string> {
  const hint =
    'Name a file with certificates in PEM form: each begins with -----BEGIN CERTIFICATE-----.';
  const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
    throw invalidInput(
      {
        what: `SVC_CA_FILE is "${file}", which cannot be read: ${(error as Error).message}.`,
        hint,
      },
      { cause: error },
    );
  });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw invalidInput({
    what: `SVC_CA_FILE is "${file}", which contains no certificate in PEM form.`,
    hint,
  });
}

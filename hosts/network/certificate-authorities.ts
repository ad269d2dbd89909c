import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import * as tls from 'node:tls';
import { invalidInput } from 'svc-registry/kernel';

type Env = Readonly<Record<string, string | undefined>>;

const block =
  /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g;

const reasons: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'this user may not read it'],
  ['EISDIR', 'it is a folder'],
]);

function unusable(file: string, why: string, cause?: unknown): Error {
  const hint =
    'Name a file with certificates in PEM form: each begins with -----BEGIN CERTIFICATE-----.';
  return invalidInput(
    { what: `SVC_CA_FILE is "${file}", which cannot be used: ${why}.`, hint },
    { cause },
  );
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw unusable(file, reasons.get(code) ?? `the system says ${String(code)}`, error);
  }
}

/** The certificates of a PEM file. Other content is ignored, but a damaged certificate is an error. */
async function certificatesIn(file: string): Promise<readonly string[]> {
  const certificates = (await readText(file)).match(block) ?? [];
  if (certificates.length === 0) throw unusable(file, 'it contains no certificate in PEM form');
  for (const [index, certificate] of certificates.entries()) {
    try {
      new X509Certificate(certificate);
    } catch (error) {
      throw unusable(
        file,
        `certificate ${index + 1} of ${certificates.length} in it is damaged`,
        error,
      );
    }
  }
  return certificates;
}

/**
 * The certificate authorities that Node trusts by default. If the file of NODE_EXTRA_CA_CERTS cannot be read, it is skipped, and Node itself
 * prints a warning.
 */
async function defaultAuthorities(env: Env): Promise<readonly string[]> {
  // since Node 22.15; includes the system's store if Node is configured to use it
  if ('getCACertificates' in tls)
    return (tls.getCACertificates as (type: 'default') => string[])('default');
  const file = env['NODE_EXTRA_CA_CERTS'] ?? '';
  const extra = file === '' ? '' : await readFile(file, 'utf8').catch(() => '');
  return [...tls.rootCertificates, ...(extra.match(block) ?? [])];
}

/** The TLS context when SVC_CA_FILE names more authorities; `undefined` for Node's default. */
export async function secureContext(env: Env): Promise<tls.SecureContext | undefined> {
  const named = env['SVC_CA_FILE'] ?? '';
  if (named === '') return undefined;
  const certificates = await certificatesIn(resolve(named));
  return tls.createSecureContext({ ca: [...(await defaultAuthorities(env)), ...certificates] });
}

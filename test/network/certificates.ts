import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Certificates are made by the `openssl` program; without it the tests that need them are skipped, in words. */
export const opensslThere = hasOpenssl();
export const withoutOpenssl = 'the program openssl is not on the PATH';

export interface KeyPair {
  readonly key: string;
  readonly cert: string;
}

/** An authority that nobody knows who was not told of it. */
export interface TestAuthority {
  /** Its own certificate, as a PEM file. */
  readonly file: string;
  /** A certificate for a name. `days`: how long it is valid, less than 0 for an expired one. */
  issue(name: string, days?: number): Promise<KeyPair>;
  close(): Promise<void>;
}

const newKey = (name: string, path: (kind: string) => string): string[] => [
  ...['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
  ...['-subj', `/CN=${name}`, '-keyout', path('key')],
];

async function readPair(path: (kind: string) => string): Promise<KeyPair> {
  const [key, cert] = await Promise.all([
    readFile(path('key'), 'utf8'),
    readFile(path('pem'), 'utf8'),
  ]);
  return { key, cert };
}

export async function makeAuthority(): Promise<TestAuthority> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-authority-'));
  const pathOf = (name: string) => (kind: string) => join(folder, `${name}.${kind}`);
  const own = pathOf('authority');
  await run('openssl', [
    'req',
    '-x509',
    ...newKey('svc test authority', own),
    '-out',
    own('pem'),
    '-days',
    '2',
  ]);
  return {
    file: own('pem'),
    async issue(name, days = 2) {
      const path = pathOf(`${name}${days}`);
      await run('openssl', ['req', ...newKey(name, path), '-out', path('csr')]);
      await writeFile(path('ext'), `subjectAltName=DNS:${name}\n`);
      const signing = [
        '-CA',
        own('pem'),
        '-CAkey',
        own('key'),
        '-days',
        String(days),
        '-extfile',
        path('ext'),
      ];
      await run('openssl', ['x509', '-req', '-in', path('csr'), '-out', path('pem'), ...signing]);
      return readPair(path);
    },
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A certificate that vouches for itself. */
export async function selfSigned(name: string): Promise<KeyPair> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-self-signed-'));
  try {
    const path = (kind: string) => join(folder, kind);
    const names = ['-addext', `subjectAltName=DNS:${name}`];
    await run('openssl', [
      'req',
      '-x509',
      ...newKey(name, path),
      ...names,
      '-out',
      path('pem'),
      '-days',
      '2',
    ]);
    return await readPair(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

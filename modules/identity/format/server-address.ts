import { isIPv4 } from 'node:net';
import { join } from 'node:path';
import { usageError } from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { settingsUnreadable } from '../contract/errors.js';
import type { UserSettings } from '../contract/user-settings.js';
import { readJsonObject } from './private-file.js';

export const DEFAULT_SERVER = 'http://127.0.0.1:4873';

/** The origin of a server address. The address must be http or https without user and path; otherwise `undefined`. */
export function originOf(address: string): string | undefined {
  const url = parsedUrl(address);
  if (url === undefined) return undefined;
  const plain =
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  return plain && (url.protocol === 'http:' || url.protocol === 'https:') ? url.origin : undefined;
}

function isThisMachine(origin: string): boolean {
  const { hostname } = new URL(origin);
  return (
    hostname === 'localhost' ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  );
}

/** Whether traffic to the origin stays on this machine or is encrypted. */
export const isConfidential = (origin: string): boolean =>
  new URL(origin).protocol === 'https:' || isThisMachine(origin);

/** A warning that the address works on this machine only; `undefined` when it works from every machine. */
export function elsewhereNote(origin: string): string | undefined {
  if (!isThisMachine(origin)) return undefined;
  return `${new URL(origin).hostname} works on this machine only. For other machines, set SVC_PUBLIC_URL on the server to the address by which they reach it.`;
}

/** `~/.svc/config.json`: the user's own settings; unknown ones are kept. */
export class UserConfig implements UserSettings {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, 'config.json');
  }

  /** `SVC_URL`, or else the server that the user last signed in to, or else the local one. Never taken from a repository. */
  async server(env: Readonly<Record<string, string | undefined>>): Promise<string> {
    const given = env['SVC_URL'];
    if (given !== undefined && given !== '') return checked(given);
    const server = await this.read('server');
    if (server === undefined) return DEFAULT_SERVER;
    const origin = typeof server === 'string' ? originOf(server) : undefined;
    if (origin === undefined)
      throw settingsUnreadable({
        file: this.path,
        why: '"server" is not an address such as https://svc.example.com',
      });
    return origin;
  }

  async read(name: string): Promise<unknown> {
    return (await readJsonObject(this.path))?.[name];
  }

  async rememberServer(origin: string): Promise<void> {
    const { whileLocked, writePrivateJson } = await import('./private-file-changes.js');
    return whileLocked(this.path, async () => {
      const content = await readJsonObject(this.path);
      if (content?.['server'] !== origin)
        await writePrivateJson(this.path, { ...content, server: origin });
    });
  }
}

function checked(address: string): string {
  const origin = originOf(address);
  if (origin === undefined) {
    throw usageError({
      what: 'SVC_URL is not the address of a server.',
      hint: 'Set it to an address such as https://svc.example.com, without user and path.',
    });
  }
  return origin;
}

import { join } from 'node:path';
import { fieldsOf, isRecord } from '../../../toolbox/type-guards.js';
import { settingsUnreadable } from '../contract/errors.js';
import { readJsonObject } from './private-file.js';

/** The stored result of a sign-in to one server. */
export interface Credential {
  readonly token: string;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly email: string;
}

const VERSION = 1;

function isCredential(value: unknown): value is Credential {
  const { token, expiresAt, email } = fieldsOf(value);
  return typeof token === 'string' && typeof expiresAt === 'string' && typeof email === 'string';
}

/** `~/.svc/credentials.json`: sign-ins by server origin. A file that cannot be parsed is never overwritten. */
export class CredentialsFile {
  readonly path: string;

  constructor(home: string) {
    this.path = join(home, 'credentials.json');
  }

  async get(origin: string): Promise<Credential | undefined> {
    return (await this.read()).get(origin);
  }

  save(origin: string, credential: Credential): Promise<void> {
    return this.change((all) => all.set(origin, credential));
  }

  remove(origin: string): Promise<void> {
    return this.change((all) => all.delete(origin));
  }

  private async change(edit: (all: Map<string, Credential>) => unknown): Promise<void> {
    const { whileLocked, writePrivateJson } = await import('./private-file-changes.js');
    return whileLocked(this.path, async () => {
      const all = await this.read();
      edit(all);
      await writePrivateJson(this.path, { version: VERSION, origins: Object.fromEntries(all) });
    });
  }

  private async read(): Promise<Map<string, Credential>> {
    const file = this.path;
    const content = await readJsonObject(file);
    if (content === undefined) return new Map();
    if (content['version'] !== VERSION)
      throw settingsUnreadable({ file, why: `its version is not ${VERSION}` });
    const { origins } = content;
    if (!isRecord(origins)) throw settingsUnreadable({ file, why: '"origins" is not an object' });
    return new Map(
      Object.entries(origins).map(([origin, value]: [string, unknown]) => {
        if (!isCredential(value))
          throw settingsUnreadable({ file, why: `the entry of ${origin} is incomplete` });
        return [origin, value];
      }),
    );
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeByDayOn } from '../contract/databases-by-day.js';
import { frontBefore, type Passing } from '../network/front.js';
import type { Listening } from '../network/listening.js';
import type { Finished } from './program.js';
import { openRegistryServer, writePlugin, type RegistryServer } from './registry-server.js';

const PUBLISHERS = 10;

/**
 * Lets publishers collide as badly as they can: each round waits until all who are not done have sent their archive, and then the server
 * gets one after the other, so that each has its answer before the next one arrives.
 */
class Rounds {
  rounds = 0;
  private waiting: Passing[] = [];
  private left = 0;

  begin(publishers: number): void {
    Object.assign(this, { rounds: 0, left: publishers });
  }

  treat(passing: Passing): void {
    if (!passing.what.startsWith('POST /v1/tiles')) {
      passing.passOn();
      return;
    }
    this.waiting.push(passing);
    if (this.waiting.length < this.left) return;
    this.rounds += 1;
    this.pass(this.waiting.splice(0));
  }

  private pass([first, ...others]: readonly Passing[]): void {
    first?.passOn((found) => {
      // those who come back meanwhile wait for the others
      if (found.statusCode === 201) this.left -= 1;
      first.answer.writeHead(found.statusCode ?? 502, found.headers);
      found.pipe(first.answer);
      found.on('end', () => {
        this.pass(others);
      });
    });
  }
}

describeByDayOn('postgres', 'publishing at once', (database) => {
  const rounds = new Rounds();
  let registry: RegistryServer;
  let front: Listening;
  let env: Record<string, string>;

  beforeAll(async () => {
    registry = await openRegistryServer(database);
    front = await frontBefore(registry.server.origin, (passing) => {
      rounds.treat(passing);
    });
    const value = await registry.apiKey('publisher');
    env = { SVC_URL: front.origin, SVC_TOKEN: value };
  }, 60_000);

  afterAll(async () => {
    await front.close();
    await registry.close();
  });

  const folders = (plugin: string) =>
    Promise.all(
      Array.from({ length: PUBLISHERS }, (_, at) =>
        writePlugin(join(registry.program.cwd, plugin, String(at)), {
          name: `acme/${plugin}`,
          rule: `Number ${at}.`,
        }),
      ),
    );
  const publish = (folder: string, ...flags: string[]): Promise<Finished> =>
    registry.program.run(['plugin', 'publish', '--json', ...flags], { cwd: folder, env });
  const versionIn = async (folder: string): Promise<string> =>
    (
      JSON.parse(await readFile(join(folder, '.svc-plugin/plugin.json'), 'utf8')) as {
        version: string;
      }
    ).version;

  it.each([
    ['patch', (at: number) => `1.0.${at}`],
    ['minor', (at: number) => `1.${at}.0`],
  ])(
    `gives ${PUBLISHERS} publishers a version each, with --bump %s`,
    async (bump, version) => {
      rounds.begin(PUBLISHERS);
      const all = await folders(bump);
      const finished = await Promise.all(all.map((folder) => publish(folder, '--bump', bump)));
      expect(finished.map(({ code, stdout }) => (code === 0 ? 0 : stdout))).toEqual(
        all.map(() => 0),
      );
      const versions = await Promise.all(all.map(versionIn));
      expect(versions.toSorted()).toEqual(all.map((_, at) => version(at)));
      // the first one has the version that all of them named, the others the one that was suggested to them
      expect(rounds.rounds).toBe(2);
    },
    120_000,
  );
});

/** The secrets of a run's environment: the agent gets them, and they are nowhere else. What cells keep is masked by the code of launches, whose test tries every encoding. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '../until.js';
import { describeCloudByDayOn } from '../describe-cloud.js';
import { EvalServer } from './harness/eval-server.js';
import { wait } from './harness/rounds.js';

const SECRETS = Object.fromEntries(
  Array.from({ length: 20 }, (_, at) => [`SECRET_${at}`, randomBytes(24).toString('base64url')]),
);
const names = Object.keys(SECRETS).join(' ');
/** Prints them, and writes them into files of the solution and into their names. */
const LEAK = `env; for n in ${names}; do eval "v=\\$$n"; echo "$v" | base64; echo "a $v b" > "$n.txt"; echo x > "$v"; done; sleep 1; echo done > out.txt`;

const unpacked = (bytes: Buffer): Buffer => {
  try {
    return Buffer.concat([bytes, gunzipSync(bytes)]);
  } catch {
    return bytes;
  }
};

describeCloudByDayOn('sqlite', 'the secrets of an evaluation', (database) => {
  let server: EvalServer;

  beforeAll(async () => {
    server = await EvalServer.open(database);
    await server.start();
  });
  afterAll(() => server.close());

  /** The command lines of everything that runs, until the signal. */
  const commandLines = async (signal: AbortSignal): Promise<string> => {
    const seen = new Set<string>();
    while (!signal.aborted) {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''));
      for (const line of await Promise.all(lines)) seen.add(line);
      // no program of a cell ends so soon
      await wait(10);
    }
    return [...seen].join('\n');
  };

  it('reach the agent and nothing else', async () => {
    const { registry, inbox } = server;
    const done = new AbortController();
    const watched = commandLines(done.signal);
    const id = await server.begin({ command: LEAK, entries: SECRETS });
    await server.judge();
    await until(() => inbox.mails.length > 0);
    done.abort();
    const { data } = JSON.parse(await server.look(`${id}/cells`)) as { data: { cellId: string }[] };
    const cell = await server.look(`${id}/cells/${data[0]!.cellId}`);
    expect(cell).toContain('SECRET_0=***');
    await registry.program.run(['server', 'backup', 'backup.tar.gz']);
    const places: Record<string, Uint8Array | string> = {
      cell,
      run: await server.look(id!),
      html: await server.look(`${id}/report`),
      json: await server.look(`${id}/report?format=json`),
      junit: await server.look(`${id}/report?format=junit`),
      mails: JSON.stringify(inbox.mails),
      database: await server.dump(),
      'server log': registry.output,
      'command lines': await watched,
      backup: unpacked(await readFile(join(registry.program.cwd, 'backup.tar.gz'))),
    };
    const { dataDir } = registry.location;
    for (const name of await readdir(dataDir, { recursive: true }))
      places[name] = await readFile(join(dataDir, name)).then(unpacked, () => '');
    const found = Object.entries(places).flatMap(([place, content]) =>
      Object.entries(SECRETS).flatMap(([name, value]) =>
        Buffer.from(content as string).includes(value) ? [`${place}: ${name}`] : [],
      ),
    );
    expect(found).toEqual([]);
  });
});

/**
 * The secrets of a launch's environment: the agent gets them, and they are nowhere else. What an agent encodes in a way of its own cannot
 * be seen, and it may send what it knows to the hosts that the sandbox lets it reach.
 */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeCloudByDayOn } from '../describe-cloud.js';
import { CloudLaunches, instructionsOf, SUCCEEDS } from './harness/cloud-launches.js';
import { countsOf } from './harness/counts.js';
import { wait } from './harness/rounds.js';
import { rowsOf } from './harness/stored.js';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const random = (bytes: number): string => randomBytes(bytes).toString('base64url');

const SECRETS: Readonly<Record<string, string>> = {
  GIT_TOKEN: `ghp_${random(27)}`,
  ANTHROPIC_API_KEY: `sk-ant-${random(60)}`,
  KEY_OF_HEX: randomBytes(32).toString('hex'),
  KEY_OF_BASE64: randomBytes(48).toString('base64'),
  PEM: privateKey,
  PEM_IN_A_LINE: privateKey.replaceAll('\n', '\\n'),
  JSON_KEY: JSON.stringify({ type: 'account', 'private key': privateKey, id: random(20) }),
  JSON_LINES: JSON.stringify({ password: `a"b\\c ${random(12)}`, user: `u-${random(9)}` }, null, 2),
  UNICODE: `pässwörd-${random(6)}-秘密-🔑`,
  SIX: 'Zq9$x!',
  SPACES: `correct horse ${random(6)} staple`,
  QUOTES: `it's "quoted" \`${random(8)}\``,
  SIGNS: `!@#$%^&*()[]{}|;:,.<>?/~+= ${random(4)}`,
  ADDRESS: `postgres://user:${random(12)}@db.example.org:5432/x?sslmode=require`,
  LONG: random(12_000),
  UUID_LIKE: '6f1c2a9e-77aa-4b0e-9c1d-0f5e8e7d6c5b',
  DIGITS: '4929123412341234',
  REPEATED: 'abababababab',
  BEGINS: 'prefix-secret',
  CONTINUES: 'prefix-secret-that-goes-on',
};

/** Writes what it was given in every way that comes to mind. The programs are the usual ones. */
const LEAK = String.raw`
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync, writeSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
const names = ${JSON.stringify(Object.keys(SECRETS))};
const all = names.map((name) => process.env[name]).filter((value) => value !== undefined);
for (const [name, value] of Object.entries(process.env)) console.log(name + '=' + value);
console.log(JSON.stringify(process.env));
console.log(JSON.stringify(process.env).replace(/[^\x20-\x7e]/g, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0')));
mkdirSync('leak', { recursive: true });
for (const [n, value] of all.entries()) {
  const bytes = Buffer.from(value);
  console.error(value);
  console.log(encodeURIComponent(value), new URLSearchParams({ value }).toString());
  console.log(bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex'));
  console.log('Basic ' + Buffer.from('user:' + value).toString('base64'));
  spawnSync('sh', ['-c', 'printf "%s" "$V" | base64; printf "%s\n" "$V" | base64 -w 0; set; export -p'], { env: { ...process.env, V: value }, stdio: 'inherit' });
  for (const character of value.slice(0, 200)) writeSync(1, character);
  if (value.length > 200) writeSync(1, value.slice(200));
  writeSync(1, '\n');
  for (let at = 0; at < bytes.length; at += 1000) writeSync(2, bytes.subarray(at, at + 1000));
  writeFileSync('leak/' + n + '.txt', 'before ' + value + ' after');
  writeFileSync('leak/' + n + '.json', JSON.stringify({ value }));
  writeFileSync('leak/' + n + '.bin', Buffer.concat([Buffer.from([0, 255, 0]), bytes, Buffer.from([0])]));
  writeFileSync('leak/' + n + '.utf16', Buffer.from(value, 'utf16le'));
  if (!value.includes('/') && bytes.length < 200) writeFileSync('leak/' + value, 'its name');
}
writeFileSync('leak/harmless.bin', Buffer.from([0, 1, 2]));
writeFileSync('../result.json', JSON.stringify({ status: 'failed', summary: all.join(' '), reason: JSON.stringify(all) }));
`;

/** What must not be found: the secrets, their lines, and the usual encodings, without a quick look at the code under test. */
const TRACES = Object.values(SECRETS).flatMap((value) => {
  const bytes = Buffer.from(value);
  const lines = value.split(/\n|\\n/).filter((line) => line.length > 30 && !line.includes('-----'));
  return [
    ...[value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value), ...lines],
    ...[bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')],
  ];
});

/** Which traces are in the bytes. */
function tracesIn(content: Uint8Array | string): readonly string[] {
  const bytes = Buffer.from(content as string);
  return TRACES.filter((trace) => bytes.includes(trace));
}

const quoted = (value: string): string =>
  value.includes("'") ? (value.includes('`') ? `"${value}"` : `\`${value}\``) : `'${value}'`;

describeCloudByDayOn('postgres', 'the secrets of a launch', (database) => {
  let cloud: CloudLaunches;
  const counts = countsOf(`secrets of launches, ${database.label}`);

  beforeAll(async () => {
    cloud = await CloudLaunches.open(database, { SVC_LOG_LEVEL: 'debug' });
    await cloud.repository.commit({ 'leak.mjs': LEAK });
  });
  afterAll(() => cloud.close());

  /** The command lines of everything that runs, until the signal. */
  const commandLines = async (signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const seen = new Set<string>();
    while (!signal.aborted) {
      const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const lines = pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => ''));
      for (const line of await Promise.all(lines)) seen.add(line);
      // no program of a launch ends so soon
      await wait(10);
    }
    return seen;
  };

  it('reach the agent and nothing else, whatever it does with them', async () => {
    const { program, location, server } = cloud.registry;
    const text = Object.entries(SECRETS)
      .filter(([name]) => name !== 'QUOTES')
      .map(([name, value]) => `${name}=${quoted(value)}`);
    await writeFile(join(program.cwd, 'secrets.env'), text.join('\n'));
    const done = new AbortController();
    const watched = commandLines(done.signal);
    const steps = [{ run: 'env | wc -l; node leak.mjs' }, { sleep: 1 }];
    const line = [
      ...['launch', 'skill', 'file:skills/any', '--cloud', '--repo', cloud.git.url('acme/shop')],
      ...['--agent', 'scripted', '--workspace', 'acme', '--env-file', 'secrets.env', '--json'],
      ...['--instructions', instructionsOf(steps)],
    ];
    const ended = await program.run(line);
    done.abort();
    expect(ended.stderr).toContain('svc launch logs');
    const { launchRunId: id } = JSON.parse(ended.stdout) as { launchRunId: string };
    const run = await cloud.view(id);
    const log = await cloud.log(id);
    const patch = await cloud.patch(id);
    expect(run).toMatchObject({ status: 'completed', result: { status: 'failed' } });
    expect(log).toContain('ANTHROPIC_API_KEY=***\n');
    expect(log).toContain('SIX=***\n');
    expect(patch.toString()).toContain('+before *** after');
    expect(patch.toString()).toContain('harmless.bin');
    expect(patch.toString()).not.toContain('3.bin');
    const rows = await rowsOf<{ text: string }>(location, 'SELECT text FROM launch_log_entries');
    const records = await rowsOf(location, 'SELECT * FROM launch_runs');
    const printed = await program.run(['launch', 'view', id]);
    const logged = await program.run(['launch', 'logs', id]);
    await program.run(['server', 'backup', 'backup.tar.gz']);
    const backup = gunzipSync(await readFile(join(program.cwd, 'backup.tar.gz')));
    const places: Record<string, Uint8Array | string> = {
      log,
      patch,
      envelope: JSON.stringify(run),
      answer: `${ended.stdout}${ended.stderr}`,
      'launch view': `${printed.stdout}${printed.stderr}`,
      'launch logs': `${logged.stdout}${logged.stderr}`,
      rows: rows.map((row) => row.text).join(''),
      records: JSON.stringify(records),
      'server log': `${server.stdout()}${server.stderr()}`,
      'command lines': [...(await watched)].join('\n'),
      backup,
    };
    for (const name of await readdir(location.dataDir, { recursive: true }))
      places[name] = await readFile(join(location.dataDir, name)).catch(() => '');
    expect(
      Object.entries(places).flatMap(([place, content]) =>
        tracesIn(content).map((trace) => `${place}: ${trace.slice(0, 80)}`),
      ),
    ).toEqual([]);
    counts.add('traces looked for', TRACES.length * Object.keys(places).length);
  }, 120_000);

  it('with every kind of quotes come by the API', async () => {
    const environment = await cloud.environment({ QUOTES: SECRETS['QUOTES']! });
    const steps = [
      { run: 'echo "$QUOTES"; set | grep QUOTES; export -p | grep QUOTES' },
      { run: `node -e 'console.log(JSON.stringify(process.env))'; echo "$QUOTES" > "$QUOTES"` },
      SUCCEEDS,
    ];
    const run = await cloud.run(steps, { environment });
    const log = await cloud.log(run.launchRunId);
    expect(log.match(/QUOTES=\W*\*\*\*/g)).toHaveLength(2);
    const patch = await cloud.patch(run.launchRunId);
    expect([...tracesIn(log), ...tracesIn(patch)]).toEqual([]);
    expect(run).toMatchObject({ status: 'completed', result: SUCCEEDS.result });
  });
});

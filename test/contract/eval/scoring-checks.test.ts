import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { item } from '../../../modules/eval/testing/base.js';
import { itIsolated } from '../../../modules/sandbox/testing/bubblewrap.js';
import { runScript } from '../../../modules/sandbox/testing/open-sandbox.js';
import { describeOnSqlite } from '../databases.js';
import { ScoringHost } from './scoring-host.js';

const check = (fields: object, points = 10) =>
  item(`A check of ${JSON.stringify(fields)}`, { check: fields, max_score: points });
const file = (path: string, more: object = {}) => check({ type: 'file', path, ...more });
const pattern = (path: string, text: string, more: object = {}) =>
  check({ type: 'pattern', path, pattern: text, ...more });
const schema = (path: string, of: unknown) => check({ type: 'schema', path, schema: of });
const command = (text: string, more: object = {}) =>
  check({ type: 'command', command: text, ...more });

/** Ends with 0 if a proxy that listens in the sandbox, whether or not a variable names it, leads to the address. */
const probe = (address: string) => `
const ports = require('node:fs').readFileSync('/proc/net/tcp', 'utf8').split('\\n')
  .map((line) => line.trim().split(/\\s+/)).filter((fields) => fields[3] === '0A')
  .map((fields) => parseInt(fields[1].split(':')[1], 16));
process.exitCode = 1;
for (const port of ports)
  require('node:http').get({ port, host: '127.0.0.1', path: '${address}/' }, (response) => {
    if (response.statusCode !== 403) process.exitCode = 0;
    response.resume();
  }).on('error', () => undefined);
`;

describeOnSqlite('checks', (database) => {
  let host: ScoringHost;
  beforeAll(async () => {
    host = await ScoringHost.start(database);
  });
  beforeEach(async () => {
    await runScript(host.sandbox, `rm -rf ${host.folder} outside* && mkdir -p ${host.folder}`);
  });
  afterAll(() => host.stop());

  const put = (path: string, text: string) => host.sandbox.write(`${host.folder}/${path}`, text);
  const inFolder = (script: string) => runScript(host.sandbox, script, { cwd: host.folder });
  const resultsOf = async (...items: Parameters<ScoringHost['score']>[0]) =>
    (await host.score(items, {})).results;
  const pointsOf = async (...items: Parameters<ScoringHost['score']>[0]) =>
    (await resultsOf(...items)).map(({ score }) => score);

  it('of files and their texts give all points or none', async () => {
    await put('src/a.js', 'one\nconsole.log(2)\n');
    await put('large.txt', 'x'.repeat(1024 * 1024 + 1));
    await put('bytes', Buffer.from([0xff, 0xfe, 0x00]).toString('latin1'));
    await inFolder(String.raw`printf '\377\376' > bytes && mkdir folder && mkfifo pipe`);
    expect(
      await pointsOf(
        file('src/a.js'),
        file('src/a.js', { exists: false }),
        file('src/b.js'),
        file('src/b.js', { exists: false }),
        file('folder'),
        file('pipe'),
      ),
    ).toEqual([10, 0, 0, 10, 0, 0]);
    expect(
      await pointsOf(
        pattern('src/a.js', '^console'),
        pattern('src/a.js', '^console', { absent: true }),
        pattern('src/a.js', 'eval', { absent: true }),
        pattern('src/b.js', 'eval', { absent: true }),
        pattern('large.txt', 'y', { absent: true }),
        pattern('bytes', 'y', { absent: true }),
        pattern('pipe', 'y', { absent: true }),
      ),
    ).toEqual([10, 0, 10, 0, 0, 0, 0]);
  });

  it('of JSON follow the schema, of which no pattern can hang', async () => {
    await put('a.json', '{"name": "Ada", "tags": ["a"]}');
    await put('b.json', '{"name": 1}');
    await put('no.json', '{');
    await put('slow.json', JSON.stringify({ name: `${'a'.repeat(5_000)}!` }));
    const named = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
    const slow = { properties: { name: { pattern: '^(a+)+$' } } };
    expect(
      await pointsOf(
        schema('a.json', named),
        schema('b.json', named),
        schema('no.json', true),
        schema('missing.json', true),
        schema('a.json', true),
        schema('slow.json', slow),
      ),
    ).toEqual([10, 0, 0, 0, 10, 0]);
    expect((await resultsOf(schema('b.json', named)))[0]!.reasoning).toBe(
      'b.json does not fit the schema: /name must be string.',
    );
  });

  it('whose schema cannot be used are no fault of the solution', async () => {
    await put('a.json', '{}');
    for (const unusable of [{ $ref: '#/$defs/none' }, { properties: { a: { pattern: '(?=a)' } } }])
      await expect(host.score([schema('a.json', unusable)], {})).rejects.toMatchObject({
        failureClass: 'scorer',
        repeatable: false,
      });
  });

  it('end with JSON that is nested without end', async () => {
    await put('deep.json', `${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    const nested = { items: { $ref: '#' } };
    const [result] = await resultsOf(schema('deep.json', nested));
    expect([result!.score, result!.reasoning]).toEqual([0, expect.stringMatching(/deep\.json/)]);
  });

  it('follow links in the folder, and none that lead out of it', async () => {
    await put('a.txt', 'secret of the solution');
    await inFolder(
      'ln -s a.txt inside && ln -s /etc/passwd passwd && ln -s .. up && ln -s loop loop && mkdir ../outside && echo secret > ../outside/a.txt && ln -s ../outside dir',
    );
    expect(
      await pointsOf(
        ...['inside', 'passwd', 'loop', 'dir/a.txt', 'up/work/a.txt'].map((path) => file(path)),
        pattern('inside', 'secret'),
        pattern('dir/a.txt', 'secret'),
        pattern('passwd', 'root'),
      ),
    ).toEqual([10, 0, 0, 0, 10, 10, 0, 0]);
  });

  it('of paths that look like options and scripts are paths', async () => {
    await put('-rf', 'a');
    await put('$(touch pwned)', 'a');
    await put('a\nb', 'text');
    expect(
      await pointsOf(file('-rf'), file('$(touch pwned)'), pattern('a\nb', 'text'), file('pwned')),
    ).toEqual([10, 10, 10, 0]);
  });

  it('of commands run in the folder and see the exit code', async () => {
    await put('a.txt', 'a');
    expect(
      await pointsOf(
        command('test -f a.txt'),
        command('test -f b.txt'),
        command('exit 3', { exitCode: 3 }),
        command('kill -9 $$'),
        command('test "$(basename "$PWD")" = work'),
      ),
    ).toEqual([10, 0, 10, 0, 10]);
    const [result] = await resultsOf(command('test -f b.txt'));
    expect(result!.reasoning).toBe('`test -f b.txt` ended with 1, expected is 0.');
  });

  it('of commands find the solution as it was, without the network and the home of the agent', async () => {
    await put('a.txt', 'a');
    await runScript(host.sandbox, 'echo "exit 9" > "$HOME/.profile"; touch "$HOME/left" left');
    expect(
      await pointsOf(
        command('test ! -e made && touch made && rm a.txt && mkdir no && chmod 0 no'),
        command('test ! -e made && test -f a.txt'),
        command('test ! -e "$HOME/left" && test ! -e ../left'),
        command('test -z "$HTTP_PROXY$HTTPS_PROXY$http_proxy$https_proxy"'),
      ),
    ).toEqual([10, 10, 10, 10]);
    const { said } = await inFolder('ls -A; ls ..');
    expect(said.split('\n').sort()).toEqual(expect.arrayContaining(['a.txt']));
    expect(said).not.toMatch(/made|work\./);
  });

  // without isolation every program reaches every proxy of the machine
  itIsolated('of commands do not reach the hosts of the agent', async () => {
    await put('probe.cjs', probe(host.model.origin));
    expect(await inFolder('node probe.cjs')).toMatchObject({ code: 0 });
    expect(await pointsOf(command('node probe.cjs', { exitCode: 1 }))).toEqual([10]);
  });

  it('of commands are over at their end, however much they write', async () => {
    await put('a.txt', 'a');
    expect(
      await pointsOf(
        command('head -c 20000000 /dev/zero; sleep 300 & true'),
        command('cat'),
        command('a() { a | a & }; (sleep 0.1; exit 5)'),
      ),
    ).toEqual([10, 10, 0]);
  });

  it('decide the same five times, to the byte', async () => {
    await put('src/a.js', 'console.log(1)');
    await put('a.json', '{"name": 1}');
    const items = [
      file('src/a.js'),
      pattern('src/a.js', 'log', { absent: true }),
      schema('a.json', { required: ['name', 'age'] }),
      command('date +%N; echo $$ $RANDOM; touch made; exit 1'),
      command('test ! -e made', {}),
      check({ type: 'file', path: 'x' }, 1 / 3),
    ];
    const all = new Set<string>();
    for (let at = 0; at < 5; at += 1) all.add(JSON.stringify(await host.score(items, {})));
    expect([...all]).toHaveLength(1);
    expect(JSON.parse([...all][0]!)).toMatchObject({ score: 20 / (50 + 1 / 3) });
  });
});

import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ConfigProblem, VerifyResult } from '../../../modules/lnk/contract/results.js';
import { LnkProgram, parsed } from './lnk-program.js';

const TWELVE = `target:
  path: shop/deployment/orders
feature:
  fs:
    mode: {{ "writ" }}
    read_only: "^/etc/(?!orders)"
    prefetch: [data]
    prefetch_timeout: -1
  env:
    include: A
    exclude: B
  network:
    incoming:
      port: [80]
      mode: "steel"
      http_filter: { header_filter: "(" }
    dns:
      enabled: "yes"
agent:
  ttl: 1.5
telemtry: false
`;

/** Position, field, and a part of what is said. */
const MISTAKES: readonly (readonly [string, string, string])[] = [
  ['2:9', 'target.path', 'the namespace in `target.namespace`'],
  ['5:11', 'feature.fs.mode', 'Did you mean write?'],
  ['6:16', 'feature.fs.read_only', 'a look-ahead cannot be matched in linear time'],
  ['7:16', 'feature.fs.prefetch[0]', 'write `/data`'],
  ['8:23', 'feature.fs.prefetch_timeout', 'a whole number of 0 or more, and -1 is not'],
  ['11:14', 'feature.env.exclude', 'cannot be given together'],
  ['14:7', 'feature.network.incoming.port', 'Write `ports`.'],
  ['15:13', 'feature.network.incoming.mode', 'Did you mean steal?'],
  ['16:37', 'feature.network.incoming.http_filter.header_filter', 'a group is never closed'],
  ['18:16', 'feature.network.dns.enabled', 'true or false, not the text "yes"'],
  ['20:8', 'agent.ttl', 'a whole number, and 1.5 is not'],
  ['21:1', 'telemtry', 'Did you mean telemetry?'],
];

describe('lnk config verify', () => {
  let lnk: LnkProgram;
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    await lnk.write('twelve.yaml', TWELVE);
    await lnk.write('good.toml', 'target = "deployment/orders/container/web"\n');
  });
  afterAll(() => lnk.close());

  it('tells twelve mistakes at once, each with its place, in the order of the file', async () => {
    const { code, stdout, stderr } = await lnk.run(['verify', 'twelve.yaml']);
    expect([code, stderr]).toEqual([3, '']);
    const heads = stdout.split('\n').filter((line) => line.startsWith('error '));
    expect(heads).toEqual(
      MISTAKES.map(([position, field]) => `error twelve.yaml:${position} ${field}`),
    );
    for (const [, , said] of MISTAKES) expect(stdout).toContain(said);
    expect(stdout).toMatch(/\ninvalid twelve\.yaml: 12 mistakes\n$/);
  });

  it('tells the same with --json and to editors', async () => {
    const { code, data, stderr } = await lnk.json(['verify', '-f', 'twelve.yaml']);
    const { errors, ...rest } = data as VerifyResult;
    expect([code, stderr]).toEqual([3, '']);
    expect(rest).toMatchObject({ file: 'twelve.yaml', valid: false, warnings: [] });
    expect(errors.map(positionOf)).toEqual(MISTAKES.map(([position]) => position));
    expect(errors.map(({ field }) => field)).toEqual(MISTAKES.map(([, field]) => field));

    const editor = await lnk.run(['verify', 'twelve.yaml', '--editor']);
    const answer = parsed(editor.stdout) as { errors: string[] };
    expect([editor.code, editor.stderr]).toEqual([3, '']);
    expect(Object.keys(answer)).toEqual(['type', 'errors']);
    expect(answer).toMatchObject({ type: 'Fail' });
    expect(answer.errors).toHaveLength(12);
    expect(answer.errors[11]).toBe(
      'twelve.yaml:21:1 telemtry: Unknown field "telemtry". Did you mean telemetry?',
    );
  });

  it('answers editors with the target and what else could be one', async () => {
    const { code, stdout, stderr } = await lnk.run(['verify', '--editor', 'good.toml']);
    expect([code, stderr]).toEqual([0, '']);
    const answer = parsed(stdout);
    expect(answer).toEqual({
      type: 'Success',
      config: { path: { deployment: 'orders', container: 'web' }, namespace: null },
      warnings: [],
      compatible_target_types: expect.arrayContaining(['pod', 'deployment', 'targetless']),
    });
    expect(await lnk.json(['verify', '--editor', 'good.toml'])).toMatchObject({ data: answer });
  });

  it('counts a missing target as a mistake only where nothing else can choose one', async () => {
    const input = '{"feature":{"copy_target":true}}';
    const [plain, editor] = [
      await lnk.json(['verify', '-'], { input }),
      await lnk.json(['verify', '-', '--editor'], { input }),
    ];
    expect(plain).toMatchObject({ code: 3, data: { valid: false } });
    expect(editor).toMatchObject({ code: 0, data: { type: 'Success' } });
  });

  describe('--resolved', () => {
    it.each(['rich.yaml', 'empty.json'])('is a valid file again: %s', async (name) => {
      await lnk.write('empty.json', '{}');
      await lnk.write('rich.yaml', RICH);
      const first = await lnk.run(['verify', '--resolved', name]);
      expect([first.code, first.stderr]).toEqual([0, '']);
      const whole = parsed(first.stdout);
      const again = await lnk.run(['verify', '-', '--resolved'], { input: first.stdout });
      expect([again.code, parsed(again.stdout)]).toEqual([0, whole]);
    });

    it('is a part of the answers to programs, and missing with a mistake', async () => {
      const [plain, json, editor, wrong] = [
        await lnk.run(['verify', '--resolved', 'rich.yaml']),
        await lnk.json(['verify', '--resolved', 'rich.yaml']),
        await lnk.json(['verify', '--resolved', '--editor', 'rich.yaml']),
        await lnk.json(['verify', '--resolved', 'twelve.yaml']),
      ];
      const resolved = parsed(plain.stdout);
      expect(resolved).toMatchObject({
        key: 'ann',
        target: { path: 'deployment/orders' },
        feature: {
          fs: { mode: 'write', prefetch_timeout: 30 },
          network: { dns: { enabled: true } },
        },
      });
      expect(json).toMatchObject({ code: 0, data: { valid: true, resolved } });
      expect(editor).toMatchObject({
        code: 0,
        data: { type: 'Success', resolved_config: resolved },
      });
      expect(wrong.code).toBe(3);
      expect(wrong.data).not.toHaveProperty('resolved');
    });
  });

  it.each([
    ['w.json', '{"target": "pod/a",\n "feature": {"fs": {"mode": "writ"}}}', '2:29'],
    ['w.toml', 'target = "pod/a"\n[feature.fs]\nmode = "writ"\n', '3:8'],
    ['w.yml', 'target: pod/a\nfeature: { fs: { mode: writ } }\n', '2:24'],
    ['json', '{"target": "pod/a",\n "feature": {"fs": {"mode": "writ"}}}', '2:29'],
    ['toml', '# made by hand\ntarget = "pod/a"\nfeature.fs.mode = "writ"\n', '3:19'],
    ['yaml', 'target: pod/a\nfeature:\n  fs: { mode: writ }\n', '3:15'],
  ])('reads %s', async (name, text, position) => {
    await lnk.write(name, text);
    const { code, data } = await lnk.json(['verify', name]);
    expect(code).toBe(3);
    const { errors } = data as VerifyResult;
    expect(errors.map((error) => [error.field, positionOf(error)])).toEqual([
      ['feature.fs.mode', position],
    ]);
  });

  it('says what has no effect, and what cannot be run, and is valid', async () => {
    const input = 'target: pod/a\nskip_sip: bash\nprofile: x\noperator: true\nbaggage: a=b\n';
    const { code, data } = await lnk.json(['verify', '-'], { input });
    const { notes, valid } = data as VerifyResult;
    expect([code, valid]).toEqual([0, true]);
    expect(notes.map(({ field, kind }) => `${field} ${kind}`).sort()).toEqual([
      'baggage no-effect',
      'operator refused',
      'profile refused',
      'skip_sip no-effect',
    ]);
    const text = await lnk.run(['verify', '-'], { input });
    expect(text.stdout.match(/^note /gm)).toHaveLength(4);
    expect(text.stdout).toMatch(/\nvalid standard input\n$/);
  });

  it('keeps warnings apart: the file is valid', async () => {
    const input = '{"key": "{{ git_branch | default(value="x") }}", "target": "pod/a"}';
    const { code, data, stderr } = await lnk.json(['verify', '-'], { input });
    expect([code, stderr]).toEqual([0, '']);
    expect(data).toMatchObject({
      valid: true,
      errors: [],
      warnings: [{ severity: 'warning', field: 'key', line: 1, hint: expect.any(String) }],
    });
    // an answer of another kind has no room for them
    const explained = await lnk.json(['explain', 'key', '-f', '-'], { input });
    expect(explained).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: standard input:1:\d+ key: The key of the file /),
    });
  });
});

const RICH = `key: ann
target: deployment/orders
skip_processes: [a, b]
feature:
  hostname: false
  fs:
    mode: write
    read_only: ['^/etc/\\d+', 'x']
    mapping: { "^/src/(\\\\w+)": "/app/$1" }
  env: { exclude: "A;B_*", override: { PORT: "8080", __proto__: x } }
  network:
    incoming:
      mode: steal
      http_filter:
        all_of: [{ header: "x: {{ key }}" }, { path: ^/a }]
      port_mapping: [[80, 8080]]
      ignore_ports: [9000]
    outgoing: { filter: { local: ["tcp://10.0.0.0/8:5432", ":53", db.internal] } }
    dns: { filter: { local: [db.internal] } }
agent: { labels: { app: orders }, ttl: 30, image_pull_secrets: [{ name: s }] }
`;

const positionOf = ({ line, column }: ConfigProblem): string => `${String(line)}:${String(column)}`;

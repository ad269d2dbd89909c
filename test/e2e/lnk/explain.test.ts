import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ExplainedField, Explanation } from '../../../modules/lnk/contract/results.js';
import type { RunOptions } from '../program.js';
import { LnkProgram, refused } from './lnk-program.js';

const FILE = `skip_processes: file
use_proxy: false
target: pod/file
feature:
  fs: local
  network:
    incoming: mirror
    outgoing: { tcp: true }
agent:
  ttl: 5
`;

describe('lnk config explain', () => {
  let lnk: LnkProgram;
  const explain = async (
    words: readonly string[],
    options?: RunOptions,
  ): Promise<ReadonlyMap<string, ExplainedField>> => {
    const { code, data, stderr } = await lnk.json(['explain', ...words], options);
    expect([code, stderr]).toEqual([0, '']);
    return new Map((data as Explanation).fields.map((field) => [field.field, field]));
  };
  beforeAll(async () => {
    lnk = await LnkProgram.open();
    await lnk.write('lnk.yaml', FILE);
  });
  afterAll(() => lnk.close());

  /** Value and source, strongest first. */
  const ranks = (field: ExplainedField | undefined): unknown[] => {
    const { value, source, losers } = field as ExplainedField;
    return [{ value, source }, ...losers].map((one) => [
      one.value,
      one.source.name ?? (one.source.kind === 'file' ? positionOf(one.source) : one.source.kind),
    ]);
  };

  describe('flag before environment before file before default', () => {
    const ENV = {
      LNK_SKIP_PROCESSES: 'one;two',
      LNK_IMPERSONATED_TARGET: 'pod/env',
      LNK_FILE_OPS: 'true',
      LNK_AGENT_TTL: '7',
      LNK_AGENT_TCP_STEAL_TRAFFIC: 'false',
      LNK_TCP_OUTGOING: 'true',
      LNK_ACCEPT_INVALID_CERTIFICATES: 'false',
    };
    const FLAGS = [
      ...['--target', 'pod/flag', '--skip-processes', 'x;y', '--skip-processes', 'z'],
      ...['--fs-mode', 'local-with-overrides', '--agent-ttl', '9', '--steal', '--no-outgoing'],
      '--accept-invalid-certificates',
    ];
    /** From the strongest to the weakest. */
    const RANKS: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
      // a text, of a section's short form
      'target.path': [
        ['pod/flag', '--target'],
        ['pod/env', 'LNK_IMPERSONATED_TARGET'],
        ['pod/file', '3:9 target'],
      ],
      // a list, of one text in the file
      skip_processes: [
        [['x', 'y', 'z'], '--skip-processes'],
        [['one', 'two'], 'LNK_SKIP_PROCESSES'],
        [['file'], '1:17 skip_processes'],
      ],
      // a choice, of a switch in the environment and of a section's short form
      'feature.fs.mode': [
        ['localwithoverrides', '--fs-mode'],
        ['write', 'LNK_FILE_OPS'],
        ['local', '5:7 feature.fs'],
        ['read', 'default'],
      ],
      'agent.ttl': [
        [9, '--agent-ttl'],
        [7, 'LNK_AGENT_TTL'],
        [5, '10:8 agent.ttl'],
        [1, 'default'],
      ],
      'feature.network.incoming.mode': [
        ['steal', '--steal'],
        ['off', 'LNK_AGENT_TCP_STEAL_TRAFFIC'],
        ['mirror', '7:15 feature.network.incoming'],
        ['mirror', 'default'],
      ],
      'feature.network.outgoing.tcp': [
        [false, '--no-outgoing'],
        [true, 'LNK_TCP_OUTGOING'],
        [true, '8:22 feature.network.outgoing.tcp'],
        [true, 'default'],
      ],
      'feature.network.outgoing.udp': [
        [false, '--no-outgoing'],
        [true, 'default'],
      ],
      accept_invalid_certificates: [
        [true, '--accept-invalid-certificates'],
        [false, 'LNK_ACCEPT_INVALID_CERTIFICATES'],
      ],
      use_proxy: [
        [false, '2:12 use_proxy'],
        [true, 'default'],
      ],
      'feature.hostname': [[true, 'default']],
    };

    const sourceIs = (kind: string) => (rank: readonly [unknown, string]) =>
      kindOf(rank[1]) === kind;

    it.each([[[]], [['flag']], [['flag', 'environment']], [['flag', 'environment', 'file']]])(
      'without %j',
      async (without: readonly string[]) => {
        const fields = await explain(
          [
            ...(without.includes('flag') ? [] : FLAGS),
            ...(without.includes('file') ? [] : ['-f', 'lnk.yaml']),
          ],
          { env: without.includes('environment') ? {} : ENV },
        );
        for (const [path, all] of Object.entries(RANKS)) {
          const left = all.filter((rank) => !without.some((kind) => sourceIs(kind)(rank)));
          const shown = left.length === 0 ? undefined : left;
          expect([path, fields.has(path) ? ranks(fields.get(path)) : undefined]).toEqual([
            path,
            shown,
          ]);
        }
      },
    );

    it('among variables too: LNK_FILE_MODE before LNK_FILE_OPS before LNK_FILE_RO_OPS', async () => {
      const of = async (env: Readonly<Record<string, string>>): Promise<unknown[]> =>
        ranks((await explain(['feature.fs.mode'], { env })).get('feature.fs.mode'));
      const [mode, ops, readOnly] = [
        { LNK_FILE_MODE: 'local' },
        { LNK_FILE_OPS: 'true' },
        { LNK_FILE_RO_OPS: 'true' },
      ];
      expect(await of({ ...mode, ...ops, ...readOnly })).toEqual([
        ['local', 'LNK_FILE_MODE'],
        ['write', 'LNK_FILE_OPS'],
        ['read', 'LNK_FILE_RO_OPS'],
        ['read', 'default'],
      ]);
      // `false` sets nothing: the other variable says what then
      expect(await of({ LNK_FILE_OPS: 'false', LNK_FILE_RO_OPS: 'false' })).toEqual([
        ['local', 'LNK_FILE_RO_OPS'],
        ['read', 'default'],
      ]);
    });

    it('in text, with what is replaced', async () => {
      const { code, stdout } = await lnk.run(
        ['explain', 'feature.fs.mode', '-f', 'lnk.yaml', '--fs-mode', 'write'],
        { env: { LNK_FILE_MODE: 'read' } },
      );
      expect(code).toBe(0);
      expect(stdout.replaceAll(/ +/g, ' ').split('\n')).toEqual(
        expect.arrayContaining([
          'feature.fs.mode',
          ' value "write" from --fs-mode',
          ' instead of "read" from LNK_FILE_MODE',
          ' "local" from lnk.yaml:5:7',
          ' "read" from default',
          ' flag --fs-mode',
        ]),
      );
    });
  });

  it('shows a section, and an entry of a list at its own place', async () => {
    const section = await lnk.run(['explain', 'feature.fs', '-f', 'lnk.yaml']);
    expect(section.stdout).toMatch(
      /^field +value +from\nfeature\.fs\.mode +"local" +lnk\.yaml:5:7\n/,
    );
    const input = 'feature:\n  fs:\n    local:\n      - ^/a\n      - ^/b\n';
    const entry = await explain(['feature.fs.local[1]', '-f', '-'], { input });
    expect(ranks(entry.get('feature.fs.local[1]'))).toEqual([['^/b', '5:9 feature.fs.local[1]']]);
  });

  it('refuses a field that does not exist, with what is meant', async () => {
    expect(await lnk.run(['explain', 'feature.fs.mod'])).toEqual(
      refused(4, 'The configuration has no field feature.fs.mod.', 'Did you mean feature.fs.mode?'),
    );
    const { code, data } = await lnk.json(['explain', 'feature.fs.modes']);
    expect([code, data]).toMatchObject([4, { error: { code: 'config_field_unknown' } }]);
  });

  it('explains no configuration that has a mistake', async () => {
    const input = '{"feature": {"fs": "writ"}}';
    expect(await lnk.run(['explain', '-f', '-'], { input })).toEqual(
      refused(
        3,
        'standard input has 1 mistake',
        'standard input:1:20 feature.fs: ',
        'Did you mean',
      ),
    );
  });

  it('says what a field does not do', async () => {
    const fields = await explain(['--no-telemetry']);
    expect(fields.get('skip_sip')).toMatchObject({
      value: ['git'],
      note: expect.stringContaining('has no effect here'),
    });
    expect(fields.get('telemetry')?.note).toContain('has no effect here');
    expect(fields.get('api')?.note).toBeNull();
  });

  describe('variables of the environment', () => {
    it.each([
      ['LNK_AGENT_TTL', 'soon', ['agent.ttl: LNK_AGENT_TTL: ', 'a whole number from 0 to 65535']],
      ['LNK_FILE_OPS', 'maybe', ['feature.fs.mode: LNK_FILE_OPS: ', 'Write true or false']],
      ['LNK_FILE_MODE', 'writ', ['LNK_FILE_MODE: "writ"', 'Did you mean write?']],
      ['LNK_IMPERSONATED_TARGET', 'pods/x', ['LNK_IMPERSONATED_TARGET: ', 'write `pod/x`']],
    ])('that are wrong are named, with what they must be: %s', async (name, value, said) => {
      expect(await lnk.run(['explain'], { env: { [name]: value } })).toEqual(refused(3, ...said));
    });

    it('that are no settings are warned of, and empty ones are none', async () => {
      const env = { LNK_FILE_MOD: 'write', LNK_FILE_MODE: '' };
      const { code, data, stderr } = await lnk.json(['verify'], { env });
      expect([code, data]).toMatchObject([0, { valid: true, warnings: [] }]);
      expect(stderr).toBe(
        'warning: LNK_FILE_MOD is not a setting and has no effect: did you mean LNK_FILE_MODE?\n',
      );
    });
  });
});

const positionOf = ({ line, column, path }: ExplainedField['source']): string =>
  `${String(line)}:${String(column)} ${String(path)}`;

function kindOf(name: string): string {
  if (name.startsWith('--')) return 'flag';
  if (name.startsWith('LNK_')) return 'environment';
  return name === 'default' ? name : 'file';
}

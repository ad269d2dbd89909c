import { describe, expect, it } from '@jest/globals';
import type { JsonSchema, OperationManifest } from '../../kernel/index.js';
import { commandHelp } from './command-help.js';
import { parseCommand } from './command-parser.js';
import { typedNames } from './flags.js';

const properties: Record<string, JsonSchema> = {
  sources: { type: 'array', items: { type: 'string' }, description: 'What to install.' },
  skill: { type: 'array', items: { type: 'string' } },
  agents: { type: 'array', items: { type: 'string', enum: ['claude-code', 'agents'] } },
  bump: { type: 'string', enum: ['patch', 'minor'] },
  limit: { type: 'integer', default: 20 },
  threshold: { type: ['number', 'null'] },
  wait: { type: 'boolean', default: true },
  dryRun: { type: 'boolean' },
  tools: { type: 'array', items: { type: 'string', minLength: 1 } },
  noTools: { type: 'boolean' },
  version: { type: 'string' },
  nested: { type: 'object' },
};

function operation(more: Partial<OperationManifest> = {}): OperationManifest {
  return {
    id: 'demo.run',
    summary: 'Run it',
    effect: 'write',
    idempotent: false,
    runsAt: 'client',
    access: 'local',
    planned: false,
    list: false,
    rendered: false,
    input: { type: 'object', properties },
    cli: {
      name: 'demo run',
      positionals: ['sources'],
      short: { dryRun: 'n' },
      flags: { agents: 'agent' },
    },
    ...more,
  };
}

const parse = (...args: string[]) =>
  parseCommand({ path: 'svc demo run', operation: operation(), args });

describe('typedNames', () => {
  it('are flags, also for what the query of the request calls otherwise; arguments by position have none', () => {
    const names = typedNames(
      operation({
        http: { method: 'GET', path: '/x', tag: 'public', query: { limit: 'page[size]' } },
      }),
    );
    expect(
      ['dryRun', 'agents', 'limit', 'page[size]', 'sources', 'other'].map((name) =>
        names.get(name),
      ),
    ).toEqual([...['--dry-run', '--agent', '--limit', '--limit', undefined, undefined]]);
  });
});

describe('parseCommand', () => {
  it('reads positionals, flags and what follows two dashes', () => {
    expect(
      parse('a', '--skill', 'x', 'b', '--skill=y', '-n', '--agent', 'agents', '--', '--c'),
    ).toEqual({
      sources: ['a', 'b', '--c'],
      skill: ['x', 'y'],
      dryRun: true,
      agents: ['agents'],
    });
  });

  it('takes a lone dash as a value, and so everything behind two dashes', () => {
    expect(parse('-', '--skill', '-', '--version=-', '--', '-x', '--skill')).toEqual({
      sources: ['-', '-x', '--skill'],
      skill: ['-'],
      version: '-',
    });
    expect(() => parse('--bump', '-')).toThrow('--bump must be one of "patch", "minor", not "-".');
  });

  it('gives nothing for what was not typed', () => {
    expect(parse()).toEqual({});
  });

  it('turns text into numbers and booleans as the schema says', () => {
    expect(
      parse('5', '--limit', '7', '--threshold', '1.5', '--no-wait', '--dry-run=false'),
    ).toEqual({
      sources: ['5'],
      limit: 7,
      threshold: 1.5,
      wait: false,
      dryRun: false,
    });
  });

  it.each(['--dry-run=foo', '--wait=', '--json=yes'])(
    'refuses a value for a switch: %s',
    (word) => {
      expect(() => parse(word)).toThrow(/takes no value, but was given/);
    },
  );

  it('knows a field named no-something from the opposite of a flag', () => {
    expect(parse('--no-tools', '--tools', 'x')).toEqual({ noTools: true, tools: ['x'] });
  });

  it('leaves the name `version` to the command', () => {
    expect(parse('--version', '1.2.3')).toEqual({ version: '1.2.3' });
    const byPosition = operation({ cli: { name: 'demo run', positionals: ['version'] } });
    expect(parseCommand({ path: 'svc demo run', operation: byPosition, args: ['1.2.3'] })).toEqual({
      version: '1.2.3',
    });
  });

  it('hands a list flag without a value on as an empty list', () => {
    expect(parse('--skill')).toEqual({ skill: [] });
  });

  it.each([
    [['--limit', 'many'], '--limit must be a number.'],
    [['--bump', 'huge'], '--bump must be one of "patch", "minor", not "huge".'],
    [['--bump', 'patch', '--bump', 'minor'], '--bump is given more than once'],
    [['--bump'], '--bump needs a value'],
    [['--tools'], '--tools needs a value'],
    [['--limt', '1'], 'Did you mean --limit?'],
    [['--nested', '{}'], 'Unknown flag: --nested'],
    [['-x'], 'Unknown flag: -x'],
  ])('refuses %j', (args, message) => {
    expect(() => parse(...args)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringContaining(message) as unknown,
      }),
    );
  });

  it('names an argument by position as the usage line does', () => {
    const input = {
      type: 'object',
      properties: { port: { type: 'integer' }, op: { type: 'string', enum: ['read', 'write'] } },
      required: ['port'],
    };
    const run = (...args: string[]) =>
      parseCommand({
        path: 'svc demo run',
        operation: operation({ input, cli: { name: 'demo run', positionals: ['port', 'op'] } }),
        args,
      });
    expect(() => run('x')).toThrow('<port> must be a number.');
    expect(() => run('1', 'rite')).toThrow('[op] must be one of "read", "write", not "rite".');
  });

  it('names what is missing', () => {
    const input = {
      type: 'object',
      properties: { name: { type: 'string' }, to: { type: 'string' } },
      required: ['name', 'to'],
    };
    const needy = operation({ input, cli: { name: 'demo run', positionals: ['name'] } });
    const run = (...args: string[]) =>
      parseCommand({ path: 'svc demo run', operation: needy, args });
    expect(() => run('--to', 'x')).toThrow('Missing argument: <name>.');
    expect(() => run('a')).toThrow('Missing: --to.');
    expect(() => run('a', 'b', '--to', 'x')).toThrow('Unexpected argument: b.');
  });

  it('requires with --json what scripts have to say', () => {
    const asked = operation({ cli: { name: 'demo run', requiredWithJson: ['dryRun'] } });
    const run = (...args: string[]) =>
      parseCommand({ path: 'svc demo run', operation: asked, args });
    expect(run()).toEqual({});
    expect(run('--json', '--dry-run')).toEqual({ dryRun: true });
    expect(() => run('--json')).toThrow('--json requires --dry-run.');
  });

  it('gives fields the values that they have with --json, unless others are given', () => {
    const asked = operation({ cli: { name: 'demo run', withJson: { dryRun: true } } });
    const run = (...args: string[]) =>
      parseCommand({ path: 'svc demo run', operation: asked, args });
    expect(run()).toEqual({});
    expect(run('--json')).toEqual({ dryRun: true });
    expect(run('--json', '--no-dry-run')).toEqual({ dryRun: false });
  });
});

describe('commandHelp', () => {
  it('shows the whole command, its arguments, flags and defaults', () => {
    const help = commandHelp('svc demo run', operation(), 200);
    expect(help).toContain('svc demo run [sources..]\n');
    expect(help).toMatch(/sources +What to install\./);
    expect(help).toMatch(/--limit .*\[number\] \[default: 20\]/);
    expect(help).toMatch(/-n, --dry-run/);
    expect(help).toMatch(/--agent .*\[choices: "claude-code", "agents"\]/);
    expect(help).toContain('--no-wait');
    expect(help).not.toContain('--no-dry-run');
    expect(help).not.toContain('--nested');
  });

  it('names other fields by their flags', () => {
    const input = {
      type: 'object',
      properties: {
        skill: { type: 'boolean', description: 'A skill; its name is `skillName`, else `same`.' },
        skillName: { type: 'string' },
      },
    };
    expect(commandHelp('svc demo run', operation({ input }), 200)).toContain(
      'A skill; its name is `--skill-name`, else `same`.',
    );
  });
});

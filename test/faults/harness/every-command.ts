import { commandArguments, type Argument } from '../../../hosts/cli/flags.js';
import type { OperationManifest } from '../../../kernel/index.js';
import { builtManifests } from '../../built-manifests.js';

/** A command with arguments with which it gets to work. */
export interface WalkedCommand {
  readonly name: string;
  readonly args: readonly string[];
  /** All of its work is done by the server that it calls. */
  readonly isRemote: boolean;
}

/** Where the walk stands. */
export interface WalkPlace {
  readonly project: string;
  /** `HOME` */
  readonly home: string;
  /** Of a server. */
  readonly data: string;
}

/** The id of nothing. */
const GONE = '00000000-0000-4000-8000-000000000000';

type Values = Readonly<Record<string, string | true>>;

/** By name of a field, for all commands: where one is added that needs another, it ends with a usage error and the walk says so. */
const values = ({ project, data }: WalkPlace): Values => ({
  dataDir: data,
  yes: true,
  workspace: 'acme',
  organization: 'acme',
  name: 'fresh',
  email: 'jo@example.com',
  id: GONE,
  member: 'jo@example.com',
  reason: 'old',
  invitation: GONE,
  admin: 'jo@example.com',
  plugin: 'acme/first',
  source: `${project}/plugin`,
  path: `${project}/plugin`,
  event: 'PreToolUse',
  module: 'svc-module-x',
  query: 'first',
  from: `sqlite:${data}/svc.db`,
  to: `sqlite:${data}-moved/svc.db`,
  output: `${project}/output`,
  passwordStdin: true,
});

const special = ({ project, data }: WalkPlace): Readonly<Record<string, Values>> => ({
  install: { source: `file:${project}/plugin`, agent: 'claude-code', plugin: '*' },
  login: { email: 'admin@example.com', passwordStdin: true },
  init: { agent: 'claude-code' },
  update: { force: true },
  serve: { port: '0' },
  'server backup': { file: `${project}/backup.tar` },
  'server restore': { file: `${project}/old-backup.tar`, force: true },
  'audit verify': { file: `${project}/audit.jsonl` },
  'plugin new': {
    name: 'acme/fresh',
    summary: 'About it.',
    path: `${project}/fresh`,
    rules: 'style',
    ruleDescription: 'About it.',
  },
  'skill new': { name: 'fresh', description: 'Use when needed.', path: `${project}/fresh-skill` },
  'plugin pack': { source: `${project}/plugin`, output: `${project}/packed.tgz` },
  'hook run': {
    agent: 'claude-code',
    event: 'PreToolUse',
    pluginPath: '.svc/plugins/acme/first',
    schemaVersion: '1',
  },
  'verify-install': { repair: true },
  'plugin unpublish': { plugin: 'acme/first@9.9.9', yes: true },
  'project create': { projectName: 'fresh' },
  'skill import': { path: `${project}/plugin/skills/first`, workspace: 'acme' },
  'server plan set': { plan: 'free', dataDir: data },
  'scenario generate': { source: 'acme/shop', commits: '0a1b2c3', workspace: 'acme' },
});

function words({ field, flag }: Argument, value: string | true): string[] {
  if (value === true) return field.kind === 'boolean' ? [`--${flag}`] : [];
  return [`--${flag}`, value];
}

function argsOf(operation: OperationManifest, location: WalkPlace): string[] {
  const { positionals, flags } = commandArguments(operation);
  const name = operation.cli?.name ?? '';
  const all: Values = { ...(name === 'login' ? {} : values(location)), ...special(location)[name] };
  const valueOf = ({ field }: Argument): string | true | undefined =>
    all[field.name] ?? (field.required ? 'x' : undefined);
  return [
    ...positionals.flatMap((argument) =>
      [valueOf(argument) ?? []].flat().filter((value) => value !== true),
    ),
    ...flags.flatMap((argument) => {
      const value = valueOf(argument);
      return value === undefined ? [] : words(argument, value);
    }),
  ];
}

/** All that the built program declares: a new command is walked, too. */
export function everyCommand(location: WalkPlace): readonly WalkedCommand[] {
  return builtManifests()
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => {
      const { cli, runsAt, http } = operation;
      const isRemote = runsAt === 'server' && http !== undefined;
      return cli === undefined
        ? []
        : [
            {
              name: cli.name,
              args: [...cli.name.split(' '), ...argsOf(operation, location), '--json'],
              isRemote,
            },
          ];
    });
}

import { defineOperation, ExitCode } from 'svc-registry/kernel';
import { SESSION_SHORT } from './session-short.js';
import type * as Inputs from './inputs.js';
import type * as Results from './results.js';

const inputs = (): Promise<typeof Inputs> => import('./inputs.js');
const results = (): Promise<typeof Results> => import('./results.js');

const local = { runsAt: 'client', access: 'local', effect: 'read' } as const;
const configFile = { configFile: 'f' } as const;

export const verifyConfig = defineOperation<
  Inputs.VerifyInput,
  Results.VerifyResult | Results.EditorAnswer
>({
  ...local,
  id: 'lnk.verify',
  summary: 'Check a configuration file',
  description: [
    'Every problem is reported at once, with its place in the file as written, also behind a template. The exit code is 0 for a valid configuration,',
    'with or without warnings, and 3 for an invalid one. Variables such as LNK_FILE_MODE count as they would in a session.',
  ].join(' '),
  input: () => inputs().then((m) => m.VerifyInput),
  output: () => results().then((m) => m.VerifyResult),
  cli: {
    program: 'lnk',
    name: 'config verify',
    positionals: ['path'],
    short: configFile,
    exits: [{ field: 'errors', exit: ExitCode.invalid }],
    examples: [
      { command: 'lnk config verify -f', text: 'Check .lnk/lnk.json' },
      { command: 'lnk config verify --resolved staging.yaml', text: 'Print what it comes to' },
      { command: 'lnk config verify - < lnk.toml', text: 'Check standard input' },
    ],
  },
});

export const explainConfig = defineOperation({
  ...local,
  id: 'lnk.explain',
  summary: 'Show where the values of a configuration come from',
  description: [
    'For each field a flag is stronger than a variable of the environment, that is stronger than the file, and the file than the default.',
    'The flags that a session takes are taken here too, so that you can see what they would do.',
  ].join(' '),
  input: () => inputs().then((m) => m.ExplainInput),
  output: () => results().then((m) => m.Explanation),
  cli: {
    program: 'lnk',
    name: 'config explain',
    positionals: ['field'],
    short: { ...configFile, ...SESSION_SHORT },
    examples: [
      { command: 'lnk config explain feature.fs.mode', text: 'One field' },
      {
        command: 'lnk config explain -f lnk.json --fs-mode write',
        text: 'Everything, with a flag',
      },
    ],
  },
});

export const configSchema = defineOperation<Inputs.SchemaInput, Results.SchemaResult | object>({
  ...local,
  id: 'lnk.schema',
  summary: 'Print the JSON Schema of configuration files',
  description:
    'Draft 2020-12. Editors check and complete files with it. It is made from the same table as `lnk config explain` and the reference.',
  input: () => inputs().then((m) => m.SchemaInput),
  output: () => results().then((m) => m.SchemaResult),
  cli: {
    program: 'lnk',
    name: 'config schema',
    examples: [{ command: 'lnk config schema --output .lnk/schema.json', text: 'Into a file' }],
  },
});

const decision = [
  'Nothing is run and nobody is asked: the answer is made from the configuration and the environment alone. It names the rule that decides,',
  'where that stands, and the rule that would have decided without it. The exit code is 0 whatever the answer is.',
].join(' ');

export const decidePath = defineOperation({
  ...local,
  id: 'lnk.decidePath',
  summary: 'Tell where a file would be opened',
  description: decision,
  input: () => inputs().then((m) => m.DecidePathInput),
  output: () => results().then((m) => m.PathDecisionView),
  cli: {
    program: 'lnk',
    name: 'config decide path',
    positionals: ['path'],
    short: configFile,
    examples: [
      {
        command: 'lnk config decide path -f lnk.json --op write /etc/app.yaml',
        text: 'For writing',
      },
    ],
  },
});

export const decideEnv = defineOperation({
  ...local,
  id: 'lnk.decideEnv',
  summary: 'Tell where the values of variables would come from',
  description: decision,
  input: () => inputs().then((m) => m.DecideEnvInput),
  output: () => results().then((m) => m.VariableDecisions),
  cli: {
    program: 'lnk',
    name: 'config decide env',
    positionals: ['name'],
    short: configFile,
    examples: [
      { command: 'lnk config decide env -f lnk.json PATH DATABASE_URL', text: 'Two at once' },
    ],
  },
});

export const decideOutgoing = defineOperation({
  ...local,
  id: 'lnk.decideOutgoing',
  summary: 'Tell from where a connection would be made',
  description: decision,
  input: () => inputs().then((m) => m.DecideOutgoingInput),
  output: () => results().then((m) => m.DecisionView),
  cli: {
    program: 'lnk',
    name: 'config decide outgoing',
    positionals: ['address'],
    short: configFile,
    examples: [
      {
        command: 'lnk config decide outgoing -f lnk.json tcp://db.internal:5432',
        text: 'A database',
      },
    ],
  },
});

export const decideDns = defineOperation({
  ...local,
  id: 'lnk.decideDns',
  summary: 'Tell where a host name would be looked up',
  description: decision,
  input: () => inputs().then((m) => m.DecideDnsInput),
  output: () => results().then((m) => m.DecisionView),
  cli: {
    program: 'lnk',
    name: 'config decide dns',
    positionals: ['name'],
    short: configFile,
    examples: [{ command: 'lnk config decide dns -f lnk.json orders.default', text: 'A service' }],
  },
});

export const decideIncoming = defineOperation({
  ...local,
  id: 'lnk.decideIncoming',
  summary: 'Tell whether a request to the target would reach this machine',
  description: decision,
  input: () => inputs().then((m) => m.DecideIncomingInput),
  output: () => results().then((m) => m.IncomingDecisionView),
  cli: {
    program: 'lnk',
    name: 'config decide incoming',
    positionals: ['port', 'header'],
    short: configFile,
    examples: [
      {
        command: "lnk config decide incoming -f lnk.json 80 'baggage: lnk-session=mine'",
        text: 'A request with a header',
      },
    ],
  },
});

/** Real coding agents on a worker, in its sandbox: they reach their model through the sandbox's proxy alone. */
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { LaunchRunView } from '../../modules/launch/contract/launch-run-view.js';
import type { LaunchView } from '../../modules/launch/contract/launch-view.js';
import { describeCloudOnSqlite } from '../describe-cloud.js';
import { ModelServer, type Mind } from '../agents/model-server/model-server.js';
import type { ToolCall } from '../agents/model-server/protocol.js';
import { GitServer, type GitWork } from '../network/git-server.js';
import { agentBin } from './pi.js';
import { openRegistryServer, type RegistryServer } from './registry-server.js';

/** How an agent is pointed at our model, and how that runs a command. */
interface CloudAgent {
  readonly id: string;
  readonly model?: string;
  /** Further files of the repository. */
  readonly files?: (origin: string) => Readonly<Record<string, string>>;
  readonly env: (origin: string) => Readonly<Record<string, string>>;
  readonly shell: (command: string) => ToolCall;
}

const AGENTS: readonly CloudAgent[] = [
  {
    id: 'svc-agent',
    model: 'openai/tea',
    env: (origin) => ({ OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: 'none' }),
    shell: (command) => ({ tool: 'bash', input: { command } }),
  },
  {
    id: 'claude-code',
    model: 'claude-sonnet-4-5',
    env: (origin) => ({ ANTHROPIC_BASE_URL: origin, ANTHROPIC_API_KEY: 'none' }),
    shell: (command) => ({ tool: 'Bash', input: { command, description: 'Runs it' } }),
  },
  {
    id: 'codex',
    model: 'gpt-5',
    // no variable names another server
    files: (origin) => ({
      '.kitchen/config.toml': [
        'model_provider = "own"',
        '[model_providers.own]',
        'name = "own"',
        `base_url = "${origin}/v1"`,
        'wire_api = "responses"\n',
      ].join('\n'),
    }),
    env: () => ({ CODEX_HOME: '/sandbox/work/repository/.kitchen', CODEX_API_KEY: 'none' }),
    shell: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
  },
  {
    id: 'gemini',
    model: 'gemini-2.5-pro',
    // with GOOGLE_GEMINI_BASE_URL it wants a way to sign in from its settings
    env: (origin) => ({
      GOOGLE_GENAI_USE_VERTEXAI: 'true',
      GOOGLE_VERTEX_BASE_URL: origin,
      GOOGLE_API_KEY: 'none',
    }),
    shell: (command) => ({ tool: 'run_shell_command', input: { command } }),
  },
  {
    id: 'copilot',
    env: (origin) => ({
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: `${origin}/v1`,
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_MODEL: 'gpt-5',
    }),
    shell: (command) => ({ tool: 'bash', input: { command, description: 'Runs it' } }),
  },
];

const SKILL = '---\nname: tea\ndescription: Makes tea. Use when tea is wanted.\n---\n\nMake tea.\n';
const done = { status: 'succeeded', summary: 'Tea is made.' };

const INSTALLED = AGENTS.filter(({ id }) => agentBin(id) !== undefined);
const MISSING = AGENTS.filter(({ id }) => agentBin(id) === undefined);

/** Runs a command that changes the clone and writes the result, then says so. Requests without tools are asides. */
const mindOf =
  ({ shell }: CloudAgent): Mind =>
  ({ tools, toolResults, shown }) => {
    if (tools.length === 0 || toolResults.length > 0) return { text: 'Done.' };
    const file = /to the file ([^\s"\\]+result\.json)/.exec(shown)?.[1] ?? 'no-file-was-named';
    return { call: shell(`echo sencha > tea.txt && echo '${JSON.stringify(done)}' > ${file}`) };
  };

describeCloudOnSqlite('real agents in the cloud', (database) => {
  let git: GitServer;
  let model: ModelServer;
  let mind: Mind;
  let registry: RegistryServer;
  let work: GitWork;

  beforeAll(async () => {
    // programs in the sandbox reach 127.0.0.1 without its proxy
    git = await GitServer.start({ host: '127.0.0.2' });
    work = await git.create('acme/shop');
    model = await ModelServer.start((request) => mind(request), '127.0.0.2');
  });
  afterEach(() => registry.close());
  afterAll(async () => {
    await model.stop();
    await git.close();
  });

  async function launch(
    agent: CloudAgent,
    ids: readonly string[],
  ): Promise<{ readonly run: LaunchRunView; readonly report: string }> {
    const path = [...ids.flatMap((id) => agentBin(id) ?? []), process.env['PATH']];
    registry = await openRegistryServer(database, {
      env: {
        PATH: path.join(delimiter),
        SVC_OUTBOUND_ALLOW: `${git.origin},${model.origin}`,
        // the others are named by a variable
        ...(agent.files !== undefined && { SVC_SANDBOX_HOSTS: new URL(model.origin).host }),
      },
    });
    mind = mindOf(agent);
    await work.commit({
      'README.md': `# Shop of ${agent.id}\n`,
      'skills/tea/SKILL.md': SKILL,
      ...agent.files?.(model.origin),
    });
    const file = join(registry.program.cwd, 'agent.env');
    const variables = Object.entries(agent.env(model.origin));
    await writeFile(file, variables.map((pair) => `${pair.join('=')}\n`).join(''));
    const { stdout } = await registry.program.run([
      ...['launch', 'skill', 'file:skills/tea', '--cloud', '--repo', git.url('acme/shop')],
      ...['--agent', agent.id, '--workspace', 'acme', '--env-file', file, '--json'],
      ...(agent.model === undefined ? [] : ['--model', agent.model]),
    ]);
    const { launchRunId } = JSON.parse(stdout) as LaunchView;
    const id = launchRunId ?? 'none';
    // its exit code says how the launch ended
    const viewed = await registry.program.run(['launch', 'view', id, '--json']);
    const run = JSON.parse(viewed.stdout) as LaunchRunView;
    const of = (what: string): Promise<string> => registry.svc(['launch', what, id]);
    const changes = run.patch === null ? '' : await of('patch');
    return { run, report: `${await of('logs')}\n${changes}` };
  }

  it('a package that svc agent needs and that is missing is reported before anything starts', async () => {
    const { run } = await launch(AGENTS[0]!, []);
    expect(run).toMatchObject({
      status: 'failed',
      commit: null,
      failureReason: {
        code: 'agent_not_installed',
        message: expect.stringContaining('npm install -g @earendil-works/pi-coding-agent@0.74.2'),
      },
    });
  });

  for (const agent of INSTALLED)
    it(`${agent.id} asks its model, changes the clone and reports its result`, async () => {
      const { run, report } = await launch(agent, [agent.id]);
      expect({ run, report }).toMatchObject({
        run: { status: 'completed', sandboxed: true, result: done },
        report: expect.stringContaining('+++ b/tea.txt\n@@ -0,0 +1 @@\n+sencha'),
      });
    });
  for (const { id } of MISSING) it.skip(`${id}: run \`npm run agents -- ${id}\` to run`, () => {});
});

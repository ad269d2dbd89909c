import { chmod, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, injectable } from 'tsyringe';
import {
  extensionsKey,
  hostKey,
  type Context,
  type Extensions,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { agentsPoint } from '../../../install/contract/agents.js';
import { configFilesKey, type ConfigFiles } from '../../../install/contract/config-files.js';
import type { AgentInput } from '../../contract/inputs.js';
import type { AgentRun } from '../../contract/results.js';
import type { SessionOptions } from '../../session/session-options.js';
import { findPi } from '../../pi/find-pi.js';
import { guardedPaths } from '../guarded-paths.js';
import { JsonAnswer } from '../pi/json-answer.js';
import { keepsMemory, modeOf, piArguments } from '../pi/pi-arguments.js';
import { piEnvironment } from '../pi/pi-environment.js';
import { runCaptured } from '../pi/run-captured.js';
import { serverFiles } from '../servers/locations.js';
import { ProjectTrust } from '../trust/project-trust.js';

/** Bundled apart from the program: pi loads it (tools/bundle.mjs). */
const EXTENSION = fileURLToPath(new URL('../../../../bin/agent-extension.cjs', import.meta.url));

interface Start {
  readonly args: readonly string[];
  readonly env: Context['env'];
}

@injectable()
export class RunAgentHandler implements Handler<AgentInput, AgentRun> {
  constructor(
    @inject(configFilesKey) private readonly files: ConfigFiles,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async run(input: AgentInput, context: Context): Promise<AgentRun> {
    const mode = modeOf(input);
    const args = piArguments(input, { cwd: context.cwd, extension: EXTENSION });
    const pi = await findPi(context);
    const home = await this.files.root('user', context);
    const folder = await settingsFolder(home);
    const options = await this.optionsOf(input, { mode, home }, context);
    const env = piEnvironment(context.env, folder, options);
    const start = { args: [pi.program, ...args], env };
    return input.output === 'json' ? answered(input, start, context) : shown(start, context);
  }

  private async optionsOf(
    input: AgentInput,
    { mode, home }: Pick<SessionOptions, 'mode' | 'home'>,
    context: Context,
  ): Promise<SessionOptions> {
    const root = await this.files.root('project', context);
    const trust = new ProjectTrust(
      { files: this.files, program: this.host.program },
      mode,
      // as pi sees it
      { ...context, cwd: await realpath(context.cwd) },
    );
    await trust.piFolder();
    return {
      mode,
      root,
      home,
      memory: keepsMemory(input),
      builtInTools: input.noBuiltinTools !== true && input.noTools !== true,
      userServers: join(home, serverFiles.global.file),
      projectServers: join(root, serverFiles.project.file),
      agreed: await trust.servers(root),
      guarded: guardedPaths(this.extensions.of(agentsPoint).map(({ data }) => data)),
    };
  }
}

/** pi keeps keys of models there. */
async function settingsFolder(home: string): Promise<string> {
  const folder = join(home, '.svc', 'agent');
  if ((await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined)
    await chmod(folder, 0o700);
  return folder;
}

/** The agent has the terminal, and prints its answer itself. */
async function shown({ args, env }: Start, context: Context): Promise<AgentRun> {
  const { code } = await context.foreground(process.execPath, args, { cwd: context.cwd, env });
  return { exitCode: code, sessionId: null, model: null, text: null, error: null, usage: null };
}

async function answered(
  { noSession, ephemeral }: AgentInput,
  { args, env }: Start,
  { cwd, signal, progress }: Context,
): Promise<AgentRun> {
  const answer = new JsonAnswer(noSession !== true && ephemeral !== true);
  const { code, said } = await runCaptured(process.execPath, args, {
    cwd,
    env,
    signal,
    onLine: (line) => {
      answer.read(line);
    },
    onSaid: (text) => {
      if (text.trim() !== '') progress.note(text.trimEnd());
    },
  });
  return answer.ended(code, said);
}

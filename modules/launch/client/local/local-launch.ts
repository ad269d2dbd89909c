import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { usageError, type Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { ifThere, isNowhere } from '../../../../toolbox/file-errors.js';
import { interactiveCommand, type LaunchRequest } from '../../agents/command.js';
import type { LaunchView } from '../../contract/launch-view.js';
import { promptFor } from '../../preparation/index.js';
import { agentEnvironment, AgentLauncher, type ReadyAgent } from '../agent-launcher.js';
import type { LocalRequest } from '../flags.js';
import { runHeadless } from './headless-run.js';
import { SkillPreparation, type PreparedSkill } from './prepared-skill.js';
import { ScratchFolder } from './scratch-folder.js';
import { SkillSource, type LocalSkill } from './skill-source.js';

/** Runs a skill on the user's machine. */
@injectable()
export class LocalLaunch {
  constructor(
    @inject(AgentLauncher) private readonly launcher: AgentLauncher,
    @inject(SkillSource) private readonly source: SkillSource,
    @inject(SkillPreparation) private readonly preparation: SkillPreparation,
  ) {}

  async run(request: LocalRequest, context: Context): Promise<LaunchView> {
    const cwd = await workFolder(request.cwd, context);
    const ready = await this.launcher.ready(request.agent, { ...context, cwd });
    const skill = await this.source.read(request.skill, context);
    const prepared = await this.preparation.prepare(skill, request.inputs, context);
    return ScratchFolder.use(async (scratch) => {
      await scratch.writeSkill(skill.files);
      const prompt = promptOf({ request, prepared, skill, scratch });
      await scratch.writePrompt(prompt);
      const asked = {
        prompt,
        promptFile: scratch.promptFile,
        model: request.model,
        yolo: request.yolo,
        folders: [scratch.path],
        file: ready.agent.file,
      };
      return request.interactive
        ? openSession(ready, asked, { ...context, cwd })
        : runHeadless({ ready, asked, prepared, scratch }, { ...context, cwd });
    });
  }
}

async function workFolder(given: string | undefined, { cwd }: Context): Promise<string> {
  const folder = resolve(cwd, given ?? '.');
  const stats = await ifThere(stat(folder), isNowhere);
  if (stats?.isDirectory() === true) return folder;
  throw usageError({ what: `--cwd: there is no folder ${folder}.` });
}

interface Parts {
  readonly request: LocalRequest;
  readonly prepared: PreparedSkill;
  readonly skill: LocalSkill;
  readonly scratch: ScratchFolder;
}

function promptOf({ request, prepared, skill, scratch }: Parts): string {
  const { instructions, interactive } = request;
  const skillFolder = join(scratch.skillFiles, skill.folder);
  if (interactive) return sessionPrompt({ ...prepared, skillFolder, instructions });
  return promptFor({
    skill: prepared.name,
    body: prepared.body,
    skillFolder,
    instructions,
    resultFile: scratch.resultFile,
    outputSchema: prepared.outputSchema,
  });
}

/** The first task of a session: there the agent asks and reports in its own interface. */
function sessionPrompt(skill: {
  readonly name: string;
  readonly body: string;
  readonly skillFolder: string;
  readonly instructions: string | undefined;
}): string {
  const { name, body, skillFolder, instructions = '' } = skill;
  return [
    `Carry out the skill "${name}". Work in the current folder. The files that the skill mentions are in ${skillFolder}; paths in the skill are relative to that folder.`,
    `# Skill\n\n${body.trim()}`,
    ...(instructions.trim() === '' ? [] : [`# Further instructions\n\n${instructions.trim()}`]),
  ].join('\n\n');
}

async function openSession(
  { facts, program }: ReadyAgent,
  asked: LaunchRequest,
  context: Context,
): Promise<LaunchView> {
  const command = interactiveCommand(facts, asked);
  const env = agentEnvironment(context.env, command);
  const { code } = await context.foreground(program, command.args, { cwd: context.cwd, env });
  return { launchRunId: null, status: code === 0 ? 'completed' : 'failed', result: null };
}

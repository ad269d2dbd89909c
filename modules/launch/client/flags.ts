import { usageError } from 'svc-registry/kernel';
import type { LaunchSkillInput } from '../contract/command-inputs.js';
import { inputsOf } from '../contract/given-inputs.js';

/** What both kinds of launch take. */
interface SkillRequest extends Readonly<
  Pick<LaunchSkillInput, 'skill' | 'yolo' | 'instructions' | 'model' | 'cwd'>
> {
  /** By the names of placeholders. */
  readonly inputs: ReadonlyMap<string, string>;
}

/** A launch on the user's machine. */
export interface LocalRequest extends SkillRequest {
  readonly where: 'here';
  readonly agent: string;
  readonly interactive: boolean;
}

/** A launch on a worker. */
export interface CloudRequest
  extends
    SkillRequest,
    Readonly<
      Pick<
        LaunchSkillInput,
        'agent' | 'baseBranch' | 'snapshot' | 'environment' | 'envFile' | 'workspace' | 'label'
      >
    > {
  readonly where: 'cloud';
  readonly repo: string;
  readonly wait: boolean;
}

/** The flags that say something about a run in the cloud only. */
const CLOUD_ONLY = {
  repo: '--repo',
  baseBranch: '--base-branch',
  snapshot: '--snapshot',
  environment: '--environment',
  envFile: '--env-file',
  workspace: '--workspace',
  label: '--label',
} as const satisfies Partial<Record<keyof LaunchSkillInput, string>>;

/** The request behind the flags. Throws a usage error that names the flag that does not fit. */
export function checkFlags(input: LaunchSkillInput): LocalRequest | CloudRequest {
  const { input: given, cloud = false, ...flags } = input;
  const request = { ...flags, inputs: inputsOf(given) };
  return cloud ? cloudRequest(request) : localRequest(request);
}

type Flags = Omit<LaunchSkillInput, 'input' | 'cloud'> & Pick<SkillRequest, 'inputs'>;

function localRequest(flags: Flags): LocalRequest {
  const { agent, interactive = false, wait, ...request } = flags;
  const [, flag] =
    Object.entries(CLOUD_ONLY).find(([name]) => flags[name as keyof Flags] !== undefined) ?? [];
  const cloudOnly = flag ?? (wait === undefined ? undefined : wait ? '--wait' : '--no-wait');
  if (cloudOnly !== undefined)
    throw usageError({
      what: `${cloudOnly} is for runs in the cloud.`,
      hint: 'Add --cloud, or leave it out.',
    });
  if (agent === undefined)
    throw usageError({
      what: 'Name the agent that runs the skill, with --agent.',
      hint: 'For example --agent claude-code, or --cloud to run it on a worker.',
    });
  return { ...request, where: 'here', agent, interactive };
}

function cloudRequest(flags: Flags): CloudRequest {
  const { interactive, repo, wait = true, ...request } = flags;
  if (interactive === true)
    throw usageError({
      what: '--interactive opens the agent in this terminal, and --cloud runs it elsewhere.',
      hint: 'Leave one of them out.',
    });
  if (repo === undefined)
    throw usageError({
      what: '--cloud requires --repo.',
      hint: 'Name the repository to clone: --repo <owner>/<name>, or its URL.',
    });
  if (request.environment !== undefined && request.envFile !== undefined)
    throw usageError({
      what: '--environment and --env-file exclude each other.',
      hint: 'Name an environment of the workspace, or a file with variables for this run.',
    });
  return { ...request, where: 'cloud', repo, wait };
}

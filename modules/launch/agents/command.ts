import type { LaunchAgentFacts } from '../contract/launch-agents.js';

/** What an agent is to do. */
export interface LaunchRequest {
  readonly prompt: string;
  /** Path of a file with the prompt, for agents that read it from there, and for prompts that are too long for an argument. */
  readonly promptFile: string;
  readonly model?: string | undefined;
  readonly yolo?: boolean | undefined;
  /** Folders besides its own that it has to use. */
  readonly folders?: readonly string[];
  /** `LaunchAgent.file`. */
  readonly file?: string | undefined;
}

/** How an agent is started. */
export interface LaunchCommand {
  /** Names of its program; the first that is found is used. */
  readonly programs: readonly string[];
  readonly args: readonly string[];
  /** What it reads on stdin; left out where it reads nothing. */
  readonly input?: string;
  /** Variables besides those that it gets anyway. */
  readonly env: Readonly<Record<string, string>>;
}

/** The most bytes of a prompt in an argument: Linux takes no argument of 128 KiB or more. */
const LONGEST_ARGUMENT = 100_000;

/** Puts a value where the arguments have a place for it. */
const filled = (args: readonly string[], name: string, value = ''): readonly string[] =>
  args.map((arg) => arg.replaceAll(`{${name}}`, () => value));

/** The prompt as an argument: one that is too long is named by its file. */
const promptArgument = ({ prompt, promptFile }: LaunchRequest): string =>
  Buffer.byteLength(prompt) <= LONGEST_ARGUMENT
    ? prompt
    : `Do what the file ${promptFile} says. Read all of it first.`;

/** Arguments for what a request may leave out. */
function optionalArgs(facts: LaunchAgentFacts, request: LaunchRequest): readonly string[] {
  const { model, folder = [] } = facts;
  return [
    ...(request.model === undefined ? [] : filled(model, 'model', request.model)),
    ...(request.folders ?? []).flatMap((each) => filled(folder, 'folder', each)),
  ];
}

/** The command that runs an agent without a person. */
export function headlessCommand(facts: LaunchAgentFacts, request: LaunchRequest): LaunchCommand {
  const { args, promptBy, prompt, yolo, guarded } = facts.headless;
  return {
    programs: facts.programs,
    args: [
      ...filled(args, 'file', request.file),
      ...(request.yolo === true ? yolo : guarded),
      ...optionalArgs(facts, request),
      ...filled(
        prompt,
        'prompt',
        promptBy === 'file' ? request.promptFile : promptArgument(request),
      ),
    ],
    ...(promptBy === 'stdin' && { input: request.prompt }),
    env: facts.env ?? {},
  };
}

/** The command that opens an agent's own interface, with a prompt as its first task unless that is empty. */
export function interactiveCommand(facts: LaunchAgentFacts, request: LaunchRequest): LaunchCommand {
  const { args, prompt, yolo } = facts.interactive;
  return {
    programs: facts.programs,
    args: [
      ...filled(args, 'file', request.file),
      ...(request.yolo === true ? yolo : []),
      ...optionalArgs(facts, request),
      ...(request.prompt === '' ? [] : filled(prompt, 'prompt', promptArgument(request))),
    ],
    env: {},
  };
}

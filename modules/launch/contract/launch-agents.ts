import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';

/** Variables in which an agent expects its keys, and what else it reads. */
export interface LaunchKeys {
  /** One of them has to be set; empty for an agent that needs none. */
  readonly anyOf: readonly string[];
  /** Further variables that it reads, such as the address of another model server. */
  readonly also?: readonly string[];
  /** Files of the home folder, any of which shows that the person has signed in or named a model. Asked on a person's machine only. */
  readonly signedIn?: readonly string[];
}

/** How an agent runs without a person. */
export interface HeadlessCommand {
  /** Arguments of every run; `{file}` is the path of `LaunchAgent.file`. */
  readonly args: readonly string[];
  /** How the prompt is passed: on stdin, as an argument, or as an argument that names the file with it. */
  readonly promptBy: 'stdin' | 'argument' | 'file';
  /** The last arguments; `{prompt}` is the prompt, or the path of the file with it. */
  readonly prompt: readonly string[];
  /** Arguments that let it read and write everything and run commands without asking. */
  readonly yolo: readonly string[];
  /** Arguments without `--yolo`: it may change files of its folder, and refuses what it would have to ask for. */
  readonly guarded: readonly string[];
}

/** How an agent runs in its own interface. */
export interface InteractiveCommand {
  /** Arguments of every session. `{file}` as in a headless command. */
  readonly args: readonly string[];
  /** The last arguments of a session that begins with a prompt, which is `{prompt}`. */
  readonly prompt: readonly string[];
  /** Arguments that let it do everything without asking. */
  readonly yolo: readonly string[];
}

/** An agent that can be launched. Facts only. */
export interface LaunchAgentFacts {
  /** The name that people know. */
  readonly display: string;
  /** It runs when somebody names it, and is offered to nobody. */
  readonly forTests?: true;
  /** Names of its program; the first that is found on PATH is used. */
  readonly programs: readonly string[];
  /** Its program is `svc` itself, which need not be on PATH: `HostInfo.program`. */
  readonly self?: true;
  /** One sentence: how its program is installed. */
  readonly install: string;
  readonly keys: LaunchKeys;
  /** Hosts of its models, as the sandbox takes them. */
  readonly hosts: readonly string[];
  readonly headless: HeadlessCommand;
  readonly interactive: InteractiveCommand;
  /** Arguments that choose the model; `{model}` is its name. */
  readonly model: readonly string[];
  /** Arguments that let it use a folder besides its own; `{folder}` is its path. Left out where it uses any folder. */
  readonly folder?: readonly string[];
  /** Variables that are set when it runs without a person, such as those that switch off updates. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Where an agent is to be started. */
export interface LaunchMachine {
  /** The environment of the person or of the worker; keys of a launch are not in it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that it works in, from which no program may come. Left out on a worker, where that folder is in the sandbox. */
  readonly cwd?: string;
}

/** What an agent needs besides its own program. */
export interface LaunchNeeds {
  /** Absolute paths of programs that it starts itself. A sandbox binds them read-only, with their packages. */
  readonly programs: readonly string[];
  /** Variables that tell it where they are. */
  readonly env: Readonly<Record<string, string>>;
}

/** How an agent is prepared, and its answer read. */
export interface LaunchAgent {
  /** Absolute path of a file of its module that its program runs, as `{file}`. A sandbox binds it read-only. */
  readonly file?: string;
  /** Asked before anything starts. Throws what keeps the agent from starting, such as a package that is not installed. */
  needs?(machine: LaunchMachine): Promise<LaunchNeeds>;
  /**
   * The text of its last message, from what it wrote to stdout; `undefined` when there is none. Of long output it is given the end, which may begin
   * within a line.
   */
  answer(stdout: string): string | undefined;
}

const texts = { listOf: 'text' } as const;

/** Agents that `svc launch` and workers can run. The contribution's id is the agent's id. */
export const launchAgentsPoint = defineExtensionPoint<LaunchAgentFacts, Constructor<LaunchAgent>>(
  'launch.agents',
  {
    fields: {
      display: 'text',
      'forTests?': [true],
      programs: texts,
      'self?': [true],
      install: 'text',
      keys: { fields: { anyOf: texts, 'also?': texts, 'signedIn?': texts } },
      hosts: texts,
      headless: {
        fields: {
          args: texts,
          promptBy: ['stdin', 'argument', 'file'],
          prompt: texts,
          yolo: texts,
          guarded: texts,
        },
      },
      interactive: { fields: { args: texts, prompt: texts, yolo: texts } },
      model: texts,
      'folder?': texts,
      'env?': { mapOf: 'text' },
    },
  },
  { pattern: '^[a-z][a-z\\d-]*$', is: 'lower-case letters, digits and hyphens' },
);

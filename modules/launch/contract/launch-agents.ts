import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';

/** Variables in which an agent expects its keys, and what else it reads. */
export interface LaunchKeys {
  /** One of them has to be set; empty for an agent that needs none. */
  readonly anyOf: readonly string[];
  /** Further variables that it reads, such as the address of another model server. */
  readonly also?: readonly string[];
}

/** How an agent runs without a person. */
export interface HeadlessCommand {
  /** Arguments; `{prompt}` is replaced by the prompt where it is passed as an argument. */
  readonly args: readonly string[];
  /** How the prompt is passed: on stdin, as an argument, or as an argument that names the file with it. */
  readonly prompt: 'stdin' | 'argument' | 'file';
  /** Arguments that let it read and write everything and run commands without asking. */
  readonly yolo: readonly string[];
  /** Arguments without `--yolo`: it may change files of its folder, and refuses what it would have to ask for. */
  readonly guarded: readonly string[];
}

/** An agent that can be launched. Facts only. */
export interface LaunchAgentFacts {
  /** The name that people know. */
  readonly display: string;
  /** Names of its program; the first that is found on PATH is used. */
  readonly programs: readonly string[];
  /** One sentence: how its program is installed. */
  readonly install: string;
  readonly keys: LaunchKeys;
  /** Hosts of its models, as the sandbox takes them. */
  readonly hosts: readonly string[];
  readonly headless: HeadlessCommand;
  /** Arguments of a session in its own interface; `{prompt}` is what it begins with, and left out without one. */
  readonly interactive: { readonly args: readonly string[]; readonly yolo: readonly string[] };
  /** Arguments that choose the model; `{model}` is its name. */
  readonly model: readonly string[];
  /** Arguments that let it read a folder besides its own; `{folder}` is its path. Left out where it reads any folder. */
  readonly folder?: readonly string[];
  /** Variables that are always set for it, such as those that switch off updates and telemetry. */
  readonly env?: Readonly<Record<string, string>>;
}

/** How the answer of an agent is read. */
export interface LaunchAgent {
  /** The text of its last message, from what it wrote to stdout; `undefined` when there is none. */
  answer(stdout: string): string | undefined;
}

/** Agents that `svc launch` and workers can run. The contribution's id is the agent's id. */
export const launchAgentsPoint = defineExtensionPoint<LaunchAgentFacts, Constructor<LaunchAgent>>(
  'launch.agents',
  {
    fields: {
      display: 'text',
      programs: { listOf: 'text' },
      install: 'text',
      keys: { fields: { anyOf: { listOf: 'text' }, 'also?': { listOf: 'text' } } },
      hosts: { listOf: 'text' },
      headless: {
        fields: {
          args: { listOf: 'text' },
          prompt: ['stdin', 'argument', 'file'],
          yolo: { listOf: 'text' },
          guarded: { listOf: 'text' },
        },
      },
      interactive: { fields: { args: { listOf: 'text' }, yolo: { listOf: 'text' } } },
      model: { listOf: 'text' },
      'folder?': { listOf: 'text' },
      'env?': { mapOf: 'text' },
    },
  },
  { pattern: '^[a-z][a-z\\d-]*$', is: 'lower-case letters, digits and hyphens' },
);

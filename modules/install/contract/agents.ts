import { defineExtensionPoint, type Constructor } from 'svc-registry/kernel';
import type { HookEvent } from './hook-events.js';

export { hookEvents, type HookEvent } from './hook-events.js';

/** How a tool server stands in an agent's file. */
export interface ToolServerShape {
  /** Value of `type` for a program that is started; `null` where the agent knows no such key. */
  readonly stdioType: string | null;
  /** The key and the value of `type` for a server behind a URL; `null` where the agent takes none. */
  readonly http: {
    readonly type: string | null;
    readonly url: string;
    readonly headers: string;
  } | null;
  /** Members that every entry needs besides. */
  readonly always?: Readonly<Record<string, unknown>>;
  /** `array`: the program and its arguments stand together in one list under `command`, without `args`. */
  readonly command?: 'array';
  /** The key of a program's environment variables, where that is not `env`. */
  readonly env?: string;
  /** How the value of the environment variable `NAME` is written, where that is not `${NAME}`. */
  readonly variable?: string;
  /** The keys that take names of environment variables, where texts cannot hold their values. */
  readonly variableNames?: {
    /** List of variables that a program gets as they are. */
    readonly env: string;
    /** Header → variable with its whole value. */
    readonly headers: string;
    /** The variable with the token behind `Authorization: Bearer`. */
    readonly bearer: string;
  };
  /** How the project's folder is written, where servers are not started in it. */
  readonly projectFolder?: string;
  /** A program gets only some variables of the agent's environment: its entry names the others that it needs. */
  readonly filtersEnvironment?: true;
}

/** A file in which an agent looks for tool servers. */
export interface ToolServerFile {
  /** Relative to the project, or to the user's home. */
  readonly file: string;
  readonly format: 'json' | 'toml';
  /** Where the map from names to servers is. */
  readonly key: readonly string[];
  readonly shape: ToolServerShape;
  /** The file counts in folders below its own too, and servers are then started there: what is named relative to the project is not found. */
  readonly startsBelow?: true;
  /** Another file that the agent reads instead of this one as soon as it exists, with its key: then that one is written. */
  readonly unless?: { readonly file: string; readonly key: readonly string[] };
}

/** How the rules reach the agent. */
export interface RulesFile {
  /**
   * `reference`: a text file that gets one reference to `.svc/RULES.md`. `text`: one that gets the rules themselves, because the agent
   * reads no other file from there; they stand in place of the reference also for the other agents that read the file. `rule-files`: a folder that gets a small file per rule.
   */
  readonly kind: 'reference' | 'text' | 'rule-files';
  /** The text file, or the folder. Relative to the project, or to the user's home. */
  readonly path: string;
  /** Whether it is made when it is missing. `AGENTS.md` never is (specification, "Directory .svc/"). */
  readonly create: boolean;
  /** Other files that the agent reads there too: rules in one of them reach it as well. */
  readonly also?: readonly string[];
}

/** A file in which an agent looks for hooks. */
export interface HookFile {
  /** The file; for `executables` the folder. */
  readonly file: string;
  /** Where the map from the agent's events to entries is. */
  readonly key: readonly string[];
  /**
   * `groups`: an event holds groups `{matcher?, hooks: [entry]}`. `flat`: an event holds entries. `tool-groups`: groups for events of tools only.
   * Two have no entries, but files that are wholly ours: `module` is a JavaScript plugin of OpenCode, `executables` a folder with a program for
   * each event.
   */
  readonly shape: 'groups' | 'flat' | 'tool-groups' | 'module' | 'executables';
  /** Members that a new file needs besides. */
  readonly always?: Readonly<Record<string, unknown>>;
}

/** What is wrong with a skill for an agent that reads it strictly. */
export type SkillFlaw = 'unquoted-colon' | 'no-description' | 'no-front-matter';

/** How an agent loads skills. */
export interface SkillLoader {
  /** What it knows a skill by: the name of the folder, or `name` in the front matter. Of two with one name some agents show one. */
  readonly identity: 'folder' | 'name';
  /** Skills that it leaves out, silently or with a message that is easy to miss. */
  readonly drops: readonly SkillFlaw[];
}

/** Where an agent finds skills, and what it makes of two with one name. */
export interface SkillFolders {
  /** Relative to the project, or, with `~/` in front, to the user's home. Where the first wins, the strongest comes first. */
  readonly looksIn: readonly string[];
  /** `first`: it shows the one of the folder that comes first. `both`: it shows both. */
  readonly sameName: 'first' | 'both';
}

/** What the agent reads in one scope: a project, or the user's home. `null` where it reads nothing of the kind. */
export interface AgentPaths {
  /** A file that the agent's own program makes: without it the agent does not use this folder, and nothing is written. */
  readonly needs?: string;
  /** The one folder in which skills are linked. */
  readonly skills: string | null;
  readonly rules: RulesFile | null;
  /** Left out where the agent has none, or none that was observed. */
  readonly subagents?: SubagentFolder;
  readonly toolServers: ToolServerFile | null;
  readonly hooks: HookFile | null;
}

/** Where an agent reads sub-agents: a Markdown file each, with `name` and `description` in its front matter. */
export interface SubagentFolder {
  /** Relative to the project, or to the user's home. */
  readonly folder: string;
  /** The end of the files' names, such as `.md` or `.agent.md`. */
  readonly extension: string;
  /** Members of the front matter that it takes as Claude Code writes them; the others are left out. Left out: it takes the file as it is. */
  readonly keys?: readonly string[];
  /** Members that it needs besides. */
  readonly always?: Readonly<Record<string, string>>;
}

/** How an entry for hooks is written. */
export interface HookEntryFacts {
  readonly type: string | null;
  readonly command: string;
  /** The key of the command for PowerShell, where that reads it on Windows. If it is the same key, exit codes of the command may be lost. */
  readonly powershell?: string;
  /** The key of the command for Windows' own shell, where that is not the same key. */
  readonly cmd?: string;
  readonly timeout: { readonly key: string; readonly unit: 's' | 'ms' };
}

/** How an agent calls hooks. */
export interface HookFacts {
  /** Our event → the agent's own name of it; an event that is left out does not exist there. */
  readonly events: Readonly<Partial<Record<HookEvent, string>>>;
  /**
   * The members of an entry: its type (`null` for none), the key of the shell command, and the key and unit of the time limit. `null` where files
   * of hooks have no entries.
   */
  readonly entry: HookEntryFacts | null;
  /**
   * What happens when the program of a hook is not there: the agent goes on, says each time that the hook has failed, or refuses; also another
   * agent that reads the file. For the last two the entry is guarded.
   */
  readonly programMissing: 'goes on' | 'complains' | 'refuses';
  /** What the guard answers: how to get svc, or what the agent must read to go on, where silence is a refusal too. */
  readonly passes?: Readonly<Partial<Record<HookEvent, string>>>;
}

/** An environment variable that moves a folder of the user's home elsewhere, such as `CODEX_HOME` for `.codex`. */
export interface HomeVariable {
  readonly name: string;
  readonly folder: string;
  /** Files of the home folder that lie in the folder when the variable is set. */
  readonly files?: readonly string[];
}

/** What a coding agent reads, and where we write for it. Facts only: everything that differs between agents stands here. */
export interface AgentFacts {
  /** The name that people know. */
  readonly display: string;
  /** The version of the program that the facts were observed with; `null` when they are taken from documentation. */
  readonly observed: string | null;
  /** Any of these in a project shows that it uses the agent. */
  readonly traces: readonly string[];
  /** Any of these in the home folder shows that the user has the agent. */
  readonly userTraces: readonly string[];
  readonly homeVariable?: HomeVariable;
  readonly project: AgentPaths;
  readonly user: AgentPaths;
  readonly hooks: HookFacts | null;
  /** Left out where it was not observed. */
  readonly skillLoader?: SkillLoader;
  /** Left out where it was not observed. */
  readonly skillFolders?: SkillFolders;
}

/** `unknown`: the agent keeps it where we cannot see it. */
export type TrustState = 'trusted' | 'untrusted' | 'unknown';

/** What is known about a step that only a person can take. */
export interface TrustReport {
  readonly state: TrustState;
  /** One sentence: what the agent ignores until then, and what to do. Shown when the state is not `trusted`. */
  readonly step: string;
}

/** Where the question of trust is asked. */
export interface AgentSite {
  /** Absolute path of the project; in user scope of the home folder. */
  readonly root: string;
  readonly scope: 'project' | 'user';
  /** Absolute path of the user's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What was written for the agent there. Only written hooks have to be reviewed. */
  readonly wrote: {
    readonly toolServers: boolean;
    readonly hooks: boolean;
    readonly skills: boolean;
    readonly rules: boolean;
    /** Names of the sub-agents' files, without their end. */
    readonly subagents: readonly string[];
  };
}

/** What data cannot say about an agent. */
export interface AgentBehaviour {
  /** Steps that a person must take before the agent reads what was written; none for an agent that asks for no trust. */
  trust(site: AgentSite): Promise<readonly TrustReport[]>;
}

const texts = { listOf: 'text' } as const;
const nothing = [null] as const;
const orText = { either: ['text', nothing] } as const;

const toolServers = {
  fields: {
    file: 'text',
    format: ['json', 'toml'],
    key: texts,
    shape: {
      fields: {
        stdioType: orText,
        http: { either: [{ fields: { type: orText, url: 'text', headers: 'text' } }, nothing] },
        'always?': 'object',
        'command?': ['array'],
        'env?': 'text',
        'variable?': 'text',
        'variableNames?': { fields: { env: 'text', headers: 'text', bearer: 'text' } },
        'projectFolder?': 'text',
        'filtersEnvironment?': [true],
      },
    },
    'startsBelow?': [true],
    'unless?': { fields: { file: 'text', key: texts } },
  },
} as const;

const hookFile = {
  fields: {
    file: 'text',
    key: texts,
    shape: ['groups', 'flat', 'tool-groups', 'module', 'executables'],
    'always?': 'object',
  },
} as const;

const rules = {
  fields: {
    kind: ['reference', 'text', 'rule-files'],
    path: 'text',
    create: 'flag',
    'also?': texts,
  },
} as const;

const scopeFacts = {
  fields: {
    'needs?': 'text',
    skills: orText,
    rules: { either: [rules, nothing] },
    'subagents?': {
      fields: {
        folder: 'text',
        extension: 'text',
        'keys?': texts,
        'always?': { mapOf: 'text' },
      },
    },
    toolServers: { either: [toolServers, nothing] },
    hooks: { either: [hookFile, nothing] },
  },
} as const;

const hooks = {
  fields: {
    events: { mapOf: 'text' },
    entry: {
      either: [
        {
          fields: {
            type: orText,
            command: 'text',
            'powershell?': 'text',
            'cmd?': 'text',
            timeout: { fields: { key: 'text', unit: ['s', 'ms'] } },
          },
        },
        nothing,
      ],
    },
    programMissing: ['goes on', 'complains', 'refuses'],
    'passes?': { mapOf: 'text' },
  },
} as const;

/**
 * Coding agents that plugins can be installed for: what they read and where, as data, and how they ask for trust, as code. The
 * contribution's id is the agent's id.
 */
export const agentsPoint = defineExtensionPoint<AgentFacts, Constructor<AgentBehaviour>>(
  'install.agents',
  {
    fields: {
      display: 'text',
      observed: orText,
      traces: texts,
      userTraces: texts,
      'homeVariable?': { fields: { name: 'text', folder: 'text', 'files?': texts } },
      project: scopeFacts,
      user: scopeFacts,
      hooks: { either: [hooks, nothing] },
      'skillLoader?': {
        fields: {
          identity: ['folder', 'name'],
          drops: { listOf: ['unquoted-colon', 'no-description', 'no-front-matter'] },
        },
      },
      'skillFolders?': {
        fields: { looksIn: texts, sameName: ['first', 'both'] },
      },
    },
  },
  { pattern: '^[a-z][a-z\\d-]*$', is: 'lower-case letters, digits and hyphens' },
);

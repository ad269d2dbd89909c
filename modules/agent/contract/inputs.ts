import {
  IsArray,
  IsBoolean,
  IsIn,
  IsNotEmpty,
  IsString,
  Matches,
  Optional,
} from 'svc-registry/dto';
import {
  permissionModes,
  serverScopes,
  thinkingLevels,
  type PermissionMode,
  type ServerScope,
} from './modes.js';

const outputs = ['text', 'json'] as const;

export class AgentInput {
  /** What the session begins with. Without it, and without `--print`, the agent waits for you. */
  @Optional() @IsString() @IsNotEmpty() prompt?: string;
  /** The same as the prompt, as a flag: for texts that are also the name of a command. */
  @Optional() @IsString() @IsNotEmpty() message?: string;
  /** When the agent asks before it acts. `ask`: before it writes a file or runs a command. `accept-edits`: before it runs a command. `auto`: only before it acts outside the project; commands run in a sandbox where there is one. `yolo`: never. With nobody to ask, what would be asked for is refused. Default is `auto`. */
  @Optional() @IsIn(permissionModes) permissionMode?: PermissionMode;
  /** The same as `--permission-mode yolo`: never ask, and run commands without a sandbox. */
  @Optional() @IsBoolean() yolo?: boolean;
  /** Answer the prompt, or standard input, and end. */
  @Optional() @IsBoolean() print?: boolean;
  /** How the answer is printed. `json` means `--print`, and prints one document at the end. */
  @Optional() @IsIn(outputs) output?: (typeof outputs)[number];
  /** Model, as `<provider>/<model>` or a part of its name. */
  @Optional() @IsString() @IsNotEmpty() model?: string;
  /** How much the model thinks. */
  @Optional() @IsIn(thinkingLevels) thinking?: (typeof thinkingLevels)[number];
  /** Go on with the last session of this folder. */
  @Optional() @IsBoolean() continue?: boolean;
  /** Go on with the session of this id, or of one that begins so. */
  @Optional()
  @Matches(/^[\w-]+$/, { message: 'must be the id of a session' })
  resume?: string;
  /** Keep no session. */
  @Optional() @IsBoolean() noSession?: boolean;
  /** Folder of the sessions. */
  @Optional() @IsString() @IsNotEmpty() sessionDir?: string;
  /** Keep neither session nor memory. */
  @Optional() @IsBoolean() ephemeral?: boolean;
  /** Tools that the agent has, separated by commas; others are off. */
  @Optional() @IsString() @IsNotEmpty() tools?: string;
  /** Without the agent's own tools, such as `read` and `bash`. */
  @Optional() @IsBoolean() noBuiltinTools?: boolean;
  /** Without any tools. */
  @Optional() @IsBoolean() noTools?: boolean;
  /** Extension of pi to load: a file or a folder. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) extension?: string[];
  /** Load only extensions that are named. */
  @Optional() @IsBoolean() noExtensions?: boolean;
  /** Skill to load: a file or a folder. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) skill?: string[];
  /** Load only skills that are named. */
  @Optional() @IsBoolean() noSkills?: boolean;
  /** Prompt template to load: a file or a folder. Repeat it for several. */
  @Optional()
  @IsArray()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  promptTemplate?: string[];
  /** Load only prompt templates that are named. */
  @Optional() @IsBoolean() noPromptTemplates?: boolean;
  /** Theme to load: a file or a folder. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) @IsNotEmpty({ each: true }) theme?: string[];
  /** Load only themes that are named. */
  @Optional() @IsBoolean() noThemes?: boolean;
  /** Do not read AGENTS.md and CLAUDE.md. */
  @Optional() @IsBoolean() noContextFiles?: boolean;
  /** Neither read nor write `.svc/memory/`. */
  @Optional() @IsBoolean() noMemory?: boolean;
}

/** Models see tools as `mcp__<server>__<tool>`. */
const NAME = /^[A-Za-z\d](?:[\w.-]{0,62}[A-Za-z\d])?$/;
const NAME_IS = { message: 'must be letters, digits, dots, hyphens and underscores, at most 64' };

export class AddServerInput {
  /** Name of the server. An entry of the same name is overwritten. */
  @Matches(NAME, NAME_IS) name!: string;
  /** Program that is started, and its arguments: behind `--`. */
  @Optional() @IsArray() @IsString({ each: true }) command?: string[];
  /** `project` writes `.mcp.json` of the project, `global` writes `~/.svc/agent/mcp.json`. */
  @IsIn(serverScopes) scope: ServerScope = 'project';
  /** Address of a server that is reached over HTTP, in place of a command. */
  @Optional() @IsString() @IsNotEmpty() url?: string;
  /** Variable for the command: `KEY=VALUE`, or `KEY` for the value that the variable has when the server starts, which keeps it out of the file and of the command line. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) env?: string[];
  /** Header for the address: `Name: value`; `${KEY}` in the value stands for a variable of the environment. Repeat it for several. */
  @Optional() @IsArray() @IsString({ each: true }) header?: string[];
}

export class GetServerInput {
  /** Name of the server. */
  @IsString() @IsNotEmpty() name!: string;
}

export class ListServersInput {
  /** List only those of the project, or only your own. */
  @Optional() @IsIn(serverScopes) scope?: ServerScope;
}

export class RemoveServerInput {
  /** Name of the server. */
  @IsString() @IsNotEmpty() name!: string;
  /** Where to remove it; needed when both have it. */
  @Optional() @IsIn(serverScopes) scope?: ServerScope;
}

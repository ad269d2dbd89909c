/** Inputs of the commands (specification, "Launch"). */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsString,
  Length,
  Matches,
  Optional,
} from 'svc-registry/dto';

/** A name that cannot be taken for a flag, because agents get it as an argument. */
const model = { pattern: /^[\w.@:/[\]-]+$/, message: 'must be the name of a model' };

export class LaunchAgentInput {
  /** The agent: `claude-code`, `codex`, `gemini`, `copilot`, `cursor` or `svc-agent`. */
  @IsString() @Length(1, 64) agentId!: string;
}

export class LaunchSkillInput {
  /** `<workspace>/<skill>[@<version>]`, `<workspace>/<plugin>[@<version>]#<skill>`, or `file:<path>[#<skill>]` for a folder with skills; with `--cloud` a path in the repository. */
  @IsString() @Length(1, 4096) skill!: string;
  /** The agent: `claude-code`, `codex`, `gemini`, `copilot`, `cursor` or `svc-agent`. Required without `--cloud`. */
  @Optional() @IsString() @Length(1, 64) agent?: string;
  /** Open the agent's own interface, with the skill as its first task. Not with `--cloud`. */
  @Optional() @IsBoolean() interactive?: boolean;
  /** Let the agent do everything without asking. */
  @Optional() @IsBoolean() yolo?: boolean;
  /** `<name>=<value>` for a placeholder of the skill; may be repeated. What is missing is asked for. */
  @Optional() @IsArray() @ArrayMaxSize(200) @IsString({ each: true }) input?: string[];
  /** What the agent is told besides the skill. */
  @Optional() @IsString() @Length(1, 65_536) instructions?: string;
  /** The agent's model; default is its own. */
  @Optional()
  @IsString()
  @Length(1, 200)
  @Matches(/^[\w@[]/, model)
  @Matches(model.pattern, model)
  model?: string;
  /** The folder that the agent works in; default is the current one. With `--cloud` a folder of the repository. */
  @Optional() @IsString() @Length(1, 4096) cwd?: string;
  /** Run it on a worker, in a sandbox with a fresh clone of `--repo`. */
  @Optional() @IsBoolean() cloud?: boolean;
  /** With `--cloud`, and required there: `<owner>/<name>` or the URL of the repository. */
  @Optional() @IsString() @Length(1, 2048) repo?: string;
  /** With `--cloud`: the branch to clone; default `main`. */
  @Optional() @IsString() @Length(1, 255) baseBranch?: string;
  /** With `--cloud`: the commit or tag to check out instead of the end of the branch. */
  @Optional() @IsString() @Length(1, 255) snapshot?: string;
  /** With `--cloud`: the environment of the workspace whose variables the agent gets, by name. */
  @Optional() @IsString() @Length(1, 100) environment?: string;
  /** With `--cloud`: a file with lines `NAME=value`; they are kept sealed until the run has ended. */
  @Optional() @IsString() @Length(1, 4096) envFile?: string;
  /** With `--cloud`: name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, 100) workspace?: string;
  /** With `--cloud`: a name for the run, shown in lists. */
  @Optional() @IsString() @Length(1, 256) label?: string;
  /** With `--cloud`: wait for the result, which is the default; `--no-wait` prints the id instead. */
  @Optional() @IsBoolean() wait?: boolean;
}

/** Inputs of the commands (specification, "Scenarios" and "Evals"). */
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  IsUUID,
  Length,
  Matches,
  Max,
  Min,
  Optional,
} from 'svc-registry/dto';
import { forms } from './forms.js';
import {
  contextTypes,
  evalStatuses,
  generationStatuses,
  type ContextType,
  type EvalStatus,
  type GenerationStatus,
} from './words.js';

export class RunEvalInput {
  /** Folder of a plugin, folder of scenarios, or folder of one scenario; default is the current folder. A plugin is evaluated with its scenarios in `evals/`. */
  @Optional() @IsString() @Length(1, 4096) source?: string;
  /** What the agent works with in the variant `with-context`: a folder of a plugin, a file, a folder, a pattern such as `docs/**` in quotes, or `<workspace>/<plugin>@<version>`. */
  @Optional() @IsString() @Length(1, 4096) context?: string;
  /** With `--context` of this machine: its files as they were in this commit, branch or tag. */
  @Optional() @IsString() @Length(1, 255) contextCommit?: string;
  /** Evaluate this skill of a plugin on this machine, and not all of them; repeatable. */
  @Optional()
  @IsArray()
  @ArrayMaxSize(100)
  @IsString({ each: true })
  @Length(1, 200, { each: true })
  skill?: string[];
  /** Solve with the context only. Nothing is compared then. */
  @Optional() @IsBoolean() skipBaseline?: boolean;
  /** How often each scenario is solved in each variant, 1 to 10; default 1. */
  @Optional() @IsInt() @Min(1) @Max(10) runs?: number;
  /** The agent that solves; `--list-agents` names them. */
  @Optional() @IsString() @Matches(forms.agent.form, forms.agent) agent?: string;
  /** Its model. */
  @Optional() @IsString() @Length(1, 200) @Matches(forms.label.form, forms.label) model?: string;
  /** Who scores what no check decides: `model`, the model of the workspace, or an agent. */
  @Optional() @IsString() @Matches(forms.agent.form, forms.agent) scorerAgent?: string;
  /** Its model. */
  @Optional()
  @IsString()
  @Length(1, 200)
  @Matches(forms.label.form, forms.label)
  scorerModel?: string;
  /** A name for the run, shown in lists. */
  @Optional() @IsString() @Length(1, 256) @Matches(forms.label.form, forms.label) label?: string;
  /** A file with lines `NAME=value`, such as the key of the agent; they are kept sealed until the run has ended. */
  @Optional() @IsString() @Length(1, 4096) envFile?: string;
  /** Do not tell the agent to use the context: whether it does is then measured. */
  @Optional() @IsBoolean() skipForcedContextActivation?: boolean;
  /** Solve, and do not score. */
  @Optional() @IsBoolean() skipScoring?: boolean;
  /** Solve again what has been solved before. */
  @Optional() @IsBoolean() force?: boolean;
  /** Leave out scenarios that cannot tell a good solution from none. */
  @Optional() @IsBoolean() qualityCheck?: boolean;
  /** The most credits that the run may cost; one that may cost more is not started. */
  @Optional() @IsInt() @Min(0) maxCredits?: number;
  /** Start without asking. */
  @Optional() @IsBoolean() yes?: boolean;
  /** Print the agents and models that can be named, and start nothing. */
  @Optional() @IsBoolean() listAgents?: boolean;
  /** Wait for the result. This is the default without `--json`; with `--no-wait` the command only starts the run. */
  @Optional() @IsBoolean() wait?: boolean;
}

export class EvalsCommandInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Number of runs to list, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
  /** Only runs that you have started. */
  @Optional() @IsBoolean() mine?: boolean;
  /** Only runs of this plugin, `<workspace>/<plugin>` or `<plugin>`. */
  @Optional() @IsString() @Length(1, 300) plugin?: string;
  /** Only runs in this state. */
  @Optional() @IsIn(evalStatuses) status?: EvalStatus;
  /** Only runs with a context of this type; `no-context`: of the baseline alone. */
  @Optional() @IsIn(contextTypes) contextType?: ContextType;
}

class ChosenEval {
  /** Id of the run. */
  @Optional() @IsUUID() id?: string;
  /** The newest run of the workspace of this folder. */
  @Optional() @IsBoolean() last?: boolean;
}

export class ViewEvalInput extends ChosenEval {
  /** Wait until the run has ended. */
  @Optional() @IsBoolean() wait?: boolean;
  /** Write the report to this file as well; its ending decides the form: `.html`, `.json`, or `.xml` for JUnit. */
  @Optional() @IsString() @Length(1, 4096) report?: string;
}

export class RetryEvalInput extends ChosenEval {
  /** A file with lines `NAME=value`: the variables of the failed run, if it got them from a file. */
  @Optional() @IsString() @Length(1, 4096) envFile?: string;
}

export class GenerateCommandInput {
  /** Folder of a plugin, or a repository: `<org>/<repo>` on GitHub, or an address. A folder of that name comes first. */
  @IsString() @Length(1, 4096) source!: string;
  /** Of a plugin: how many scenarios, 1 to 10; default 3. */
  @Optional() @IsInt() @Min(1) @Max(10) count?: number;
  /** Of a repository: commits, separated by commas; each has a generation of its own. */
  @Optional() @IsString() @Length(1, 4096) commits?: string;
  /** Of a repository: numbers of pull requests, separated by commas; each has a generation of its own. */
  @Optional() @IsString() @Length(1, 4096) prs?: string;
  /** Of a repository: patterns of files that tell an agent how to work, separated by commas; scenarios leave them out. */
  @Optional() @IsString() @Length(1, 4096) context?: string;
  /** Of a repository: name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Wait for the scenarios. This is the default; with `--no-wait` the command only starts the generation. */
  @Optional() @IsBoolean() wait?: boolean;
}

export class GenerationsCommandInput {
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
  /** Number of generations to list, 1 to 100; default 20. */
  @Optional() @IsInt() @Min(1) @Max(100) limit?: number;
  /** Only generations that you have started. */
  @Optional() @IsBoolean() mine?: boolean;
  /** Only generations in this state. */
  @Optional() @IsIn(generationStatuses) status?: GenerationStatus;
}

export class ViewGenerationInput {
  /** Id of the generation. */
  @Optional() @IsUUID() id?: string;
  /** The newest generation of the workspace of this folder. */
  @Optional() @IsBoolean() last?: boolean;
  /** Wait until the generation has ended. */
  @Optional() @IsBoolean() wait?: boolean;
}

export const strategies = ['merge', 'replace'] as const;
export type Strategy = (typeof strategies)[number];

export class DownloadCommandInput {
  /** Ids of generations. */
  @Optional() @IsArray() @ArrayMaxSize(50) @IsUUID(undefined, { each: true }) id?: string[];
  /** The newest generation of the workspace of this folder that has scenarios. */
  @Optional() @IsBoolean() last?: boolean;
  /** Folder for the scenarios; default is `evals` in the folder of the plugin, else in the current one. */
  @Optional() @IsString() @Length(1, 4096) output?: string;
  /** `merge` replaces scenarios of the same names and keeps everything else; `replace` removes everything else in the folder. Default `merge`. */
  @Optional() @IsIn(strategies) strategy?: Strategy;
}

export class WorkspaceEvalsInput {
  /** `on` or `off`; left out, it is shown. */
  @Optional() @IsIn(['on', 'off']) state?: 'on' | 'off';
  /** Name or id of the workspace; default is `SVC_WORKSPACE`, then the link in `svc.json`, then the name in `.svc-plugin/plugin.json`. */
  @Optional() @IsString() @Length(1, forms.workspace) workspace?: string;
}

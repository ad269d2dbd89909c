import { IsBoolean, IsIn, IsNotEmpty, IsString, Optional } from 'svc-registry/dto';
import { hookEvents, type HookEvent } from '../../install/contract/hook-events.js';

export class HookRunInput {
  /** Coding agent whose file the entry stands in. */
  @Optional() @IsString() agent?: string;
  /** Event of the specification that the agent's own event stands for. */
  @Optional() @IsString() event?: string;
  /** Run the hooks of the user's plugins, not of the project's. */
  @Optional() @IsBoolean() global?: boolean;
  /** Run only the hooks of the plugin in this folder, as its manifest declares them. */
  @Optional() @IsString() @IsNotEmpty() pluginPath?: string;
  /** Version of the entry; there is only 1. */
  @Optional() @IsString() schemaVersion?: string;
}

export class HookTestInput {
  /** The event: `PreToolUse`, `PostToolUse`, `UserPromptSubmit`, `SessionStart` or `Stop`. */
  @IsIn(hookEvents) event!: HookEvent;
  /** Name of the tool, as the agent or as Claude Code calls it. Default is `Bash`. */
  @Optional() @IsString() @IsNotEmpty() tool?: string;
  /** Coding agent that calls, such as `codex`. Default is `claude-code`. */
  @Optional() @IsString() @IsNotEmpty() agent?: string;
  /** File with what the agent would send, instead of a made-up event. */
  @Optional() @IsString() @IsNotEmpty() payload?: string;
  /** Show the hooks of the user's plugins, not of the project's. */
  @Optional() @IsBoolean() global?: boolean;
  /** Run them, and show what the agent would be answered. */
  @Optional() @IsBoolean() run?: boolean;
}

/** What our extension uses of pi 0.74: pi is not installed where this is compiled. */

export interface PiContext {
  /** False in print mode: nobody can be asked. */
  readonly hasUI: boolean;
  readonly cwd: string;
  readonly ui: {
    confirm(title: string, message: string): Promise<boolean>;
    notify(message: string, level: 'info' | 'warning' | 'error'): void;
  };
}

/** A call of a tool, before it is made. Changes of `input` reach the tool. */
export interface ToolCallEvent {
  readonly toolName: string;
  readonly toolCallId: string;
  readonly input: Record<string, unknown>;
}

export interface ToolText {
  readonly type: 'text';
  readonly text: string;
}
export interface ToolImage {
  readonly type: 'image';
  readonly data: string;
  readonly mimeType: string;
}
export interface ToolResult {
  readonly content: readonly (ToolText | ToolImage)[];
  readonly details: object;
}

export interface ToolDefinition {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  /** JSON schema. */
  readonly parameters: object;
  readonly promptSnippet?: string;
  readonly promptGuidelines?: readonly string[];
  /** `sequential`: no other call of the same answer is checked or made meanwhile. */
  readonly executionMode?: 'sequential' | 'parallel';
  execute(
    id: string,
    params: Readonly<Record<string, unknown>>,
    signal: AbortSignal | undefined,
  ): Promise<ToolResult>;
}

type Answer<T> = Promise<T | undefined> | T | undefined;

interface Events {
  session_start: [{ readonly reason: string }, undefined];
  session_shutdown: [{ readonly reason: string }, undefined];
  session_before_switch: [
    { readonly reason: string; readonly targetSessionFile?: string },
    { readonly cancel: true },
  ];
  before_agent_start: [{ readonly systemPrompt: string }, { readonly systemPrompt: string }];
  tool_call: [ToolCallEvent, { readonly block: true; readonly reason: string }];
  tool_result: [{ readonly toolName: string; readonly toolCallId: string }, undefined];
}

export interface Pi {
  on<E extends keyof Events>(
    event: E,
    handler: (event: Events[E][0], context: PiContext) => Answer<Events[E][1]>,
  ): void;
  registerTool(tool: ToolDefinition): void;
  /** Without models of its own, it changes the provider of that name. */
  registerProvider(name: string, config: { readonly baseUrl: string }): void;
}

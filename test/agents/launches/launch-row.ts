import type { ToolCall } from '../model-server/protocol.js';
import { claudeCode } from '../rows/claude-code.js';
import { codex } from '../rows/codex.js';
import { copilot } from '../rows/copilot.js';
import { gemini } from '../rows/gemini.js';
import { TASK, type AgentRow } from '../rows/row.js';
import { svcAgent } from '../rows/svc-agent.js';
import type { ProgramId, ScratchProject } from '../scratch-project.js';

/** An agent that `svc launch skill` runs: how it is pointed at our model, and how that reports its result. */
export interface LaunchRow {
  /** What `--agent` is given. */
  readonly id: string;
  readonly program: ProgramId;
  /** Tells the agent where the model is, in files of its home. */
  prepare?(scratch: ScratchProject, model: string): Promise<void>;
  env(model: string): Readonly<Record<string, string>>;
  readonly model?: string;
  /** The call that writes the file of the result. Without it the model ends its answer with the result. */
  write?(path: string, content: string): ToolCall;
}

/** The same agent as that of another check. */
const same = (row: AgentRow): LaunchRow => ({
  id: row.id,
  program: row.program,
  prepare: async (scratch, model) => row.prepare?.(scratch, model),
  env: (model) => row.start(model, TASK).env,
});

export const LAUNCHES: readonly LaunchRow[] = [
  {
    ...same(claudeCode),
    model: 'claude-sonnet-4-5',
    write: (path, content) => ({ tool: 'Write', input: { file_path: path, content } }),
  },
  // its own sandbox does not work in the namespace of these checks, so it can write no file
  { ...same(codex), env: () => ({ CODEX_API_KEY: 'none' }) },
  {
    ...same(gemini),
    model: 'gemini-2.5-pro',
    write: (path, content) => ({ tool: 'write_file', input: { file_path: path, content } }),
  },
  {
    ...same(copilot),
    write: (path, content) => ({ tool: 'create', input: { path, file_text: content } }),
  },
  { ...same(svcAgent), model: 'own/tea' },
];

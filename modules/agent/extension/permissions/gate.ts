import { shortened } from '../../../../toolbox/shortened.js';
import type { SessionOptions } from '../../session/session-options.js';
import type { Pi, PiContext, ToolCallEvent } from '../pi-api.js';
import { actionOf } from './actions.js';
import { decide } from './decide.js';
import { Sandbox, sandboxWorks } from './sandbox.js';

const MAX_SHOWN = 2000;

/** A model wrote it: nothing that a terminal would obey, line breaks excepted. */
function visible(text: string): string {
  return shortened(text, MAX_SHOWN).replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (char) =>
    JSON.stringify(char) === `"${char}"`
      ? `\\u${(char.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
      : JSON.stringify(char).slice(1, -1),
  );
}

const nobodyToAsk = (mode: string): string =>
  `Refused: in the permission mode "${mode}" a person has to agree to this, and nobody can be asked here. Do without it, or say what the person should do.`;

const refused = (what: string): { block: true; reason: string } => ({
  block: true,
  reason: what,
});

/** Asks the person before actions, refuses them, and sends commands into the sandbox. */
export class PermissionGate {
  private readonly sandbox: Sandbox | undefined;

  constructor(
    private readonly options: SessionOptions,
    private readonly reading: ReadonlySet<string>,
  ) {
    // only this mode runs commands without asking, and not outside
    if (options.mode === 'auto' && sandboxWorks()) this.sandbox = new Sandbox(options);
  }

  listen(pi: Pi): void {
    pi.on('tool_call', (event, context) => this.check(event, context));
    pi.on('tool_result', ({ toolName }) => {
      if (toolName === 'bash') this.sandbox?.release();
      return undefined;
    });
  }

  private async check(
    event: ToolCallEvent,
    context: PiContext,
  ): Promise<{ block: true; reason: string } | undefined> {
    const { options, reading } = this;
    const { action, what } = actionOf(event, { cwd: context.cwd, options, reading });
    const sandboxed =
      action.kind === 'command'
        ? this.sandbox?.wrap(String(event.input['command']), context.cwd)
        : undefined;
    const decision = decide(options.mode, action, sandboxed !== undefined);
    if (decision === 'sandbox') event.input['command'] = sandboxed;
    if (decision !== 'ask') return undefined;
    if (!context.hasUI) return refused(nobodyToAsk(options.mode));
    const agreed = await context.ui.confirm('Allow the agent to do this?', visible(what));
    return agreed ? undefined : refused('The person has refused this. Do not try it another way.');
  }
}

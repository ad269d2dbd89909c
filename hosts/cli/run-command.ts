import { cancelled, connectionKey, invalidInput } from 'svc-registry/kernel';
import type { InvokeOptions, Kernel, OperationManifest } from '../../kernel/index.js';
import type { Found } from './command-tree.js';
import { exitOfOutput } from './exit-of-output.js';
import { listenForInterrupts, type Interrupts } from './exit.js';
import { printOutput, type Result } from './print-output.js';
import { terminalProgress } from './progress.js';
import type { Session } from './session.js';

/** Flags that do not contribute to the input. */
const switches: ReadonlySet<string> = new Set(['--json', '--no-color']);

async function optionsOf(
  { terminal, env, globals }: Session,
  interrupts: Interrupts,
): Promise<InvokeOptions> {
  const { signal } = interrupts;
  const { json } = globals;
  const progress = terminalProgress(terminal, { env, json });
  const foreground: InvokeOptions['foreground'] = async (...started) => {
    const { foregroundIn } = await import('./foreground.js');
    return foregroundIn({ interrupts, terminal, json })(...started);
  };
  if (!terminal.interactive) return { signal, progress, foreground };
  const { terminalAsk } = await import('./ask.js');
  return { signal, progress, foreground, ask: terminalAsk(interrupts, terminal) };
}

/** The input from the arguments after the command's words. Without any, where none is required, the parser is not loaded. */
async function inputOf(
  { node: { path }, rest: args }: Found,
  named: OperationManifest,
  kernel: Kernel,
): Promise<Record<string, unknown>> {
  const required = (named.input?.['required'] ?? []) as readonly string[];
  const needsInput =
    (named.needsInput ?? required.length > 0) ||
    named.cli?.requiredWithJson !== undefined ||
    named.cli?.withJson !== undefined;
  if (!needsInput && args.every((word) => switches.has(word))) return {};
  const operation = await kernel.described(named);
  return (await import('./command-parser.js')).parseCommand({ path, operation, args });
}

interface Call {
  readonly kernel: Kernel;
  readonly options: InvokeOptions;
}

type Answer = Omit<Result, 'operation'>;

/** Server operations without a route run on this machine, as commands for the server's operator. */
async function answerOf(
  operation: OperationManifest,
  input: Record<string, unknown>,
  { kernel, options }: Call,
): Promise<Answer> {
  if (operation.runsAt === 'client')
    return { output: await kernel.invoke(operation.id, input, options) };
  if (operation.http !== undefined) {
    const output = await kernel.invoke(operation.id, input, options);
    return { output, server: (await (await kernel.get(connectionKey)).current()).origin };
  }
  const { invokeOnServerMachine } = await import('../http/on-server-machine.js');
  return invokeOnServerMachine(operation, input, { client: kernel, options });
}

/** Names the fields of refused input as they are typed: `--limit`. */
async function asTyped(
  operation: OperationManifest,
  kernel: Kernel,
  error: unknown,
): Promise<unknown> {
  if (!invalidInput.is(error)) return error;
  const [{ namedAsSent }, { typedNames }, described] = await Promise.all([
    import('../fields/named-as-sent.js'),
    import('./flags.js'),
    kernel.described(operation),
  ]);
  return namedAsSent(error, typedNames(described));
}

/** Runs the operation behind a command, prints what it answers, and stops the kernel. Answers the exit code. */
export async function runCommand(found: Found, kernel: Kernel, session: Session): Promise<number> {
  const { terminal, globals, debug } = session;
  const { node } = found;
  const operation = node.operation as OperationManifest;
  const typed = await inputOf(found, operation, kernel);
  const interrupts = listenForInterrupts();
  try {
    const options = await optionsOf(session, interrupts);
    const asks = operation.cli?.confirm !== undefined;
    const input = asks
      ? await (
          await import('./confirm.js')
        ).confirmed(operation, typed, { path: node.path, ask: options.ask })
      : typed;
    const answer = await answerOf(operation, input, { kernel, options });
    await printOutput({ operation, ...answer }, kernel, { terminal, json: globals.json });
    // a command without an answer, such as a server, has ended as it was asked to
    const detached = answer.output === undefined ? undefined : interrupts.exitCode();
    return detached ?? exitOfOutput(operation, answer.output);
  } catch (error) {
    const aborted = interrupts.signal.aborted && !cancelled.is(error);
    const shown = aborted
      ? cancelled({ what: `\`${node.path}\`` }, { cause: error })
      : await asTyped(operation, kernel, error);
    const { reportError } = await import('./error-text.js');
    const exit = reportError(shown, terminal, { json: globals.json, debug });
    return interrupts.exitCode() ?? exit;
  } finally {
    await kernel.stop();
    interrupts.dispose();
  }
}

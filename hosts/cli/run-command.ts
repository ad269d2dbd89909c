import { cancelled } from 'svc-registry/kernel';
import type { Kernel, OperationManifest } from '../../kernel/index.js';
import { terminalAsk } from './ask.js';
import { parseCommand } from './command-parser.js';
import type { Found } from './command-tree.js';
import { reportError } from './error-text.js';
import { listenForInterrupts, type Interrupts } from './interrupts.js';
import { printOutput } from './print-output.js';
import { terminalProgress } from './progress.js';
import type { Session } from './session.js';
import type { Terminal } from './terminal.js';

function optionsOf(terminal: Terminal, interrupts: Interrupts): NonNullable<Parameters<Kernel['invoke']>[2]> {
  const progress = terminalProgress(terminal);
  const ask = terminal.interactive ? { ask: terminalAsk(interrupts) } : {};
  return { signal: interrupts.signal, progress, cwd: process.cwd(), ...ask };
}

/** Runs the operation behind a command, prints what it answers, and stops the kernel. Answers the exit code. */
export async function runCommand({ node, rest }: Found, kernel: Kernel, session: Session): Promise<number> {
  const { terminal, globals, debug } = session;
  const operation = node.operation as OperationManifest;
  const input = parseCommand({ path: node.path, operation, args: rest });
  const interrupts = listenForInterrupts();
  try {
    const output = await kernel.invoke(operation.id, input, optionsOf(terminal, interrupts));
    await printOutput({ operation, output }, kernel, { terminal, json: globals.json });
    return 0;
  } catch (error) {
    const told = interrupts.signal.aborted && !cancelled.is(error) ? cancelled({ what: `\`svc ${node.path}\`` }, { cause: error }) : error;
    const exit = reportError(told, terminal, { json: globals.json, debug });
    return interrupts.exitCode() ?? exit;
  } finally {
    await kernel.stop();
    interrupts.dispose();
  }
}

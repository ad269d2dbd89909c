import { isSvcError, provideFactory, usageError, type Log } from 'svc-registry/kernel';
import { createKernel, type Kernel, type ModuleSource } from '../../kernel/index.js';
import { configuredModules } from '../configured-modules.js';
import { readDistribution } from '../distribution.js';
import { isMissing } from '../../toolbox/file-errors.js';
import { homeFolder, hostInfo, runtimeKey, type Runtime } from '../runtime.js';
import { buildCommandTree, findCommand, type CommandNode } from './command-tree.js';
import { globalWords } from './globals.js';
import type { Session } from './session.js';
import type { Terminal } from './terminal.js';

/** The flag that yargs' completion scripts call the program with. */
const COMPLETION_REQUEST = '--get-yargs-completions';

interface FromOutside {
  readonly sources: readonly ModuleSource[];
  readonly faults: readonly string[];
}

/** With a damaged configuration, the modules that it would name are left out; help and the program's own commands still work. */
async function modulesFromOutside(home: string): Promise<FromOutside> {
  try {
    return { sources: await configuredModules(home), faults: [] };
  } catch (error) {
    if (!isSvcError(error)) throw error;
    const { issueText } = await import('./error-text.js');
    const issues = error.issues.map((issue) => ` (${issueText(issue)})`).join('');
    return {
      sources: [],
      faults: [`modules from outside are left out: ${error.message}${issues}`],
    };
  }
}

const silent: Log['info'] = () => {
  // a client keeps no log
};

/** Log of a command: JSON lines on stderr while SVC_DEBUG is set, otherwise silent. */
function debugLog(terminal: Terminal, debug: boolean): Log {
  if (!debug) return { debug: silent, info: silent, warn: silent, error: silent };
  const line =
    (level: string): Log['info'] =>
    (fields, message) => {
      terminal.err(JSON.stringify({ level, message, ...fields }));
    };
  return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
}

/** The current working directory. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw usageError(
      {
        what: 'The current folder was removed.',
        hint: 'Change to an existing folder and run the command again.',
      },
      { cause: error },
    );
  }
}

async function openRuntime(session: Session): Promise<Runtime> {
  const { program, dist, env, terminal, debug } = session;
  const distribution = await readDistribution(dist, program);
  const facts = hostInfo({
    facet: 'client',
    distribution,
    env,
    log: debugLog(terminal, debug),
  });
  const host = { ...facts, stdin: () => (process.stdin.isTTY ? undefined : process.stdin) };
  const outside = await modulesFromOutside(host.home);
  const sources = [...distribution.sources, ...outside.sources];
  const runtime: Runtime = { distribution, kernel: () => kernel, faults: outside.faults };
  const provides = [provideFactory(runtimeKey, () => runtime)];
  const kernel: Kernel = await createKernel({
    facet: 'client',
    sources,
    host,
    provides,
    cwd: workingFolder(),
  });
  return runtime;
}

/** Runs what the command line asks for; answers the exit code. */
export async function dispatch(args: readonly string[], session: Session): Promise<number> {
  const { program, terminal, globals } = session;
  const runtime = await openRuntime(session);
  const kernel = runtime.kernel();
  const operations = kernel.manifests().flatMap((manifest) => manifest.operations);
  const root = buildCommandTree(operations, program);
  if (args[0] === COMPLETION_REQUEST) {
    const { completions } = await import('./completion.js');
    return printAll(await completions(root, args.slice(2), kernel), terminal);
  }
  const found = findCommand(root, args, globalWords);
  await warn(found.node, runtime, session);
  if (globals.version && !(await takesVersion(found.node, kernel)))
    return printAll([runtime.distribution.version], terminal);
  if (found.node.operation === undefined)
    await (
      await import('./unavailable-command.js')
    ).refuseUnavailable(kernel, args, { program, usable: found.node });
  // help and commands do not need each other's code
  if (found.node.operation !== undefined && !globals.help) {
    if (program !== 'svc') await warnOfSettings(kernel, session);
    return (await import('./run-command.js')).runCommand(found, kernel, session);
  }
  const { helpOf, showGroup } = await import('./show-help.js');
  return globals.help
    ? printAll([await helpOf(found, kernel, terminal.style.width)], terminal)
    : showGroup(found, session);
}

/** The program's own commands report on modules themselves, so the general warning is not printed for them. */
const isOwn = ({ operation }: CommandNode): boolean => operation?.id.startsWith('host.') === true;

/** Imports the code for warnings only when there are modules from outside, to keep other starts fast. */
async function warn(
  node: CommandNode,
  { kernel, faults }: Runtime,
  { env, terminal }: Session,
): Promise<void> {
  if (isOwn(node)) {
    for (const fault of faults) terminal.err(`${terminal.style.yellow('warning:')} ${fault}`);
    return;
  }
  const modules = kernel().modules();
  if (faults.length === 0 && modules.every(({ origin }) => origin === 'built-in')) return;
  (await import('./module-warnings.js')).warnOfModules(
    modules,
    { home: homeFolder(env), faults },
    terminal,
  );
}

/** `svc` says so when a server starts, and in `svc settings`. */
async function warnOfSettings(kernel: Kernel, { program, env, terminal }: Session): Promise<void> {
  const { unknownSettings, unknownSettingText } = await import('../unknown-settings.js');
  for (const setting of unknownSettings(env, kernel, program))
    terminal.err(`${terminal.style.yellow('warning:')} ${unknownSettingText(setting)}`);
}

async function takesVersion({ operation }: CommandNode, kernel: Kernel): Promise<boolean> {
  const { input } = (operation && (await kernel.described(operation))) ?? {};
  return Object.hasOwn((input?.['properties'] as object | undefined) ?? {}, 'version');
}

function printAll(lines: readonly string[], { out }: Terminal): number {
  for (const line of lines) out(line);
  return 0;
}

import { isSvcError, provideFactory, usageError } from 'svc-registry/kernel';
import { createKernel, type Kernel, type ModuleSource } from '../../kernel/index.js';
import { configuredModules } from '../configured-modules.js';
import { readDistribution } from '../distribution.js';
import { homeFolder } from '../home-folder.js';
import { hostInfo, runtimeKey, type Runtime } from '../runtime.js';
import { commandHelp } from './command-help.js';
import { buildCommandTree, findCommand, type CommandNode, type Found } from './command-tree.js';
import { COMPLETION_REQUEST, completions } from './completion.js';
import { debugLog } from './debug-log.js';
import { issueText } from './error-text.js';
import { refuseUnavailable } from './unavailable-command.js';
import { globalWords } from './globals.js';
import { groupHelp } from './overview.js';
import type { Session } from './session.js';
import type { Terminal } from './terminal.js';
import { workingFolder } from './working-folder.js';

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
    const issues = error.issues.map((issue) => ` (${issueText(issue)})`).join('');
    return {
      sources: [],
      faults: [`modules from outside are left out: ${error.message}${issues}`],
    };
  }
}

async function openRuntime(session: Session): Promise<Runtime> {
  const { dist, env, terminal, debug } = session;
  const distribution = await readDistribution(dist);
  const facts = hostInfo({
    facet: 'client',
    version: distribution.version,
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
  const { terminal, globals } = session;
  const runtime = await openRuntime(session);
  const kernel = runtime.kernel();
  const root = buildCommandTree(kernel.manifests().flatMap(({ operations }) => operations));
  if (args[0] === COMPLETION_REQUEST)
    return printAll(await completions(root, args.slice(2), kernel), terminal);
  const found = findCommand(root, args, globalWords);
  await warn(found.node, runtime, session);
  if (globals.version && (found.node === root || !takesVersion(found.node)))
    return printAll([runtime.distribution.version], terminal);
  if (found.node.operation === undefined) await refuseUnavailable(kernel, args, found.node.path);
  if (globals.help) return printAll([await helpOf(found, terminal.style.width)], terminal);
  // imported here, because help does not need the command-line parser
  if (found.node.operation !== undefined)
    return (await import('./run-command.js')).runCommand(found, kernel, session);
  return showGroup(found, session);
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

const takesVersion = ({ operation }: CommandNode): boolean =>
  Object.hasOwn((operation?.input?.['properties'] as object | undefined) ?? {}, 'version');

function printAll(lines: readonly string[], { out }: Terminal): number {
  for (const line of lines) out(line);
  return 0;
}

/** Imported on demand: suggestions are needed only for a wrong command. */
async function unknownCommand(node: CommandNode, word: string): Promise<Error> {
  return (await import('./unknown-command.js')).unknownCommand(node, word);
}

async function helpOf({ node, rest }: Found, columns: number): Promise<string> {
  const word = rest.find((part) => !part.startsWith('-'));
  if (node.operation === undefined && word !== undefined) throw await unknownCommand(node, word);
  if (node.operation === undefined) return groupHelp(node, columns);
  const help = commandHelp(node.path, node.operation, columns);
  return node.children.size === 0 ? help : `${help}\n\n${groupHelp(node, columns)}`;
}

/** A group without a subcommand is not a command. `svc` alone prints its help and succeeds; for any other group the help explains the usage error. */
async function showGroup({ node, rest }: Found, { terminal, globals }: Session): Promise<number> {
  const word = rest.find((part) => !globalWords.has(part));
  if (word?.startsWith('-') === true)
    throw usageError({ what: `Unknown flag: ${word}.`, hint: 'See `svc --help`.' });
  if (word !== undefined) throw await unknownCommand(node, word);
  if (globals.json)
    throw usageError({
      what: 'Name a command.',
      hint: `See \`svc ${node.path} --help\`.`.replace('  ', ' '),
    });
  const help = groupHelp(node, terminal.style.width);
  if (node.path === '') terminal.out(help);
  else terminal.err(help);
  return node.path === '' ? 0 : 2;
}

import { itemsOf, nodeAt, textOf, textsOf, type DataNode } from '../../data-node.js';
import type { Language } from '../../unit.js';
import { startsCommand } from '../markdown/commands.js';

/** Code or text that stands in a value. */
export interface Embedded {
  readonly language: Language;
  readonly text: string;
  /** The value, or the first of several. */
  readonly node: DataNode;
  readonly trigger?: string | undefined;
}

/** What the names of keys and files around a value say about it. */
export interface ValueScope {
  /** Name of the file in lower case. */
  readonly file: string;
  readonly trigger?: string | undefined;
  /** Keys from the root, the first eight; items of lists have the key of their list. */
  readonly keys: readonly string[];
  /** Whether every string below is a command. */
  readonly commands: boolean;
}

const SHELL_KEYS = [
  'bash|before_script|after_script|bootcmd|cmd|cmds|command|commands|entry|entrypoint|exec|linux|osx|run|runcmd|script|scripts|sh|shell',
  'apikeyhelper|awsauthrefresh|awscredentialexport|headershelper|otelheadershelper',
  'initializecommand|oncreatecommand|updatecontentcommand|postcreatecommand|poststartcommand|postattachcommand',
  'precommands|postcommands|before_install|after_success|preinstall|install|postinstall|prepare',
].join('|');
const SHELL = new RegExp(`^(?:${SHELL_KEYS})$`, 'i');
/** Keys whose value is a command where it begins like one. */
const SOMETIMES_SHELL =
  /^(?:after|before|bootstrap|check|hook|init|on_?load|on_?start|on_?init|post|pre|prerequisites?|requires|setup|start|startup|update|verify)$/i;
const POWERSHELL = /^(?:pwsh|powershell|windows)$/i;
const ARGUMENTS = /^(?:command|cmd|entrypoint|args|test)$/i;
const BY_ITSELF =
  /^(?:apiKeyHelper|awsAuthRefresh|awsCredentialExport|headersHelper|otelHeadersHelper)$/;
/** Scripts of a package that run when it, or what depends on it, is installed. */
const ON_INSTALL =
  /^(?:(?:pre|post)?(?:install|prepare|publish|autoload-dump)|prepublish|dependencies|(?:pre|post)-(?:install|update)-cmd|post-autoload-dump)$/;
export const CONTAINER =
  /^(?:initialize|onCreate|updateContent|postCreate|postStart|postAttach)Command$/;
const SERVER_MAP = /^(?:mcp_?servers|context_servers|lspservers)$/i;

/** Whether the object below this key maps names to tool servers. */
export function isServerMap(key: string, file: string): boolean {
  return SERVER_MAP.test(key) || (key === 'servers' && /mcp.*\.json$/.test(file)) || key === 'mcp';
}

/** What runs the values below a key by itself; the first answer counts. */
const TRIGGERS: readonly ((scope: ValueScope, entry: Entry) => string | undefined)[] = [
  ({ keys, file }, { key, parent }) => {
    const bare = keys.length === 0 && file === 'hooks.json' && key !== 'hooks';
    const event = keys.at(-1) === 'hooks' || bare;
    return event && parent.kind === 'object' ? `hook ${key}` : undefined;
  },
  ({ keys }, { key }) =>
    keys.at(-2) === 'nativeHooks' && key !== 'hooks' ? `hook ${key}` : undefined,
  ({ keys }, { key }) =>
    keys.length === 1 && keys[0] === 'scripts' && ON_INSTALL.test(key) ? `npm ${key}` : undefined,
  ({ keys, file }, { key }) =>
    isServerMap(keys.at(-1) ?? '', file) ? `tool server ${key}` : undefined,
  (_, { key }) => (CONTAINER.test(key) ? `container ${key}` : undefined),
  ({ keys }, { key }) =>
    BY_ITSELF.test(key) || keys.at(-1) === 'statusLine' ? `setting ${key}` : undefined,
];

/** What runs the values below an entry by itself, or did so already further up. */
export function triggerOf(scope: ValueScope, entry: Entry): string | undefined {
  if (scope.trigger !== undefined) return scope.trigger;
  for (const trigger of TRIGGERS) {
    const found = trigger(scope, entry);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A task of an editor that runs when the folder is opened. */
export function opensWithFolder(node: DataNode): boolean {
  return textOf(nodeAt(node, 'runOptions', 'runOn')) === 'folderOpen';
}

/** A pair and the object that holds it. */
export interface Entry {
  readonly key: string;
  readonly value: DataNode;
  readonly parent: DataNode;
}

/** The command of an entry, if its key says that it holds one. */
export function commandOf(entry: Entry, { commands, trigger }: ValueScope): Embedded | undefined {
  const language = languageOfKey(entry) ?? (commands ? 'shell' : undefined);
  if (language === undefined) return undefined;
  const text = commandText(entry, isArgumentList(entry.key, trigger));
  if (text === undefined) return undefined;
  const { value } = entry;
  const node = { ...(itemsOf(value)[0] ?? value), to: value.to };
  return { language, text: text.replace(EXPRESSION, asVariable), node, trigger };
}

/** An expression of a workflow, which no shell understands. */
const EXPRESSION = /\$\{\{([^{}]*)\}\}/g;
const asVariable = (_: string, name: string): string => `$${name.trim().replace(/\W+/g, '_')}`;

/** Whether the entry is part of the command that another one begins. */
export const isArguments = ({ key, parent }: Entry): boolean =>
  key === 'args' && nodeAt(parent, 'command') !== undefined;

function languageOfKey({ key, value, parent }: Entry): Language | undefined {
  if (POWERSHELL.test(key)) return 'powershell';
  if (!isShell(key, value) || isShellName(key, parent)) return undefined;
  const shell = textOf(nodeAt(parent, 'shell')) ?? '';
  if (/^(?:pwsh|powershell)/.test(shell)) return 'powershell';
  if (/^python/.test(shell)) return 'python';
  return /^node/.test(shell) ? 'javascript' : 'shell';
}

const isShell = (key: string, value: DataNode): boolean =>
  SHELL.test(key) || (SOMETIMES_SHELL.test(key) && startsCommand(textOf(value) ?? ''));

/** Whether the entry only names the shell that the command beside it is for. */
const isShellName = (key: string, parent: DataNode): boolean =>
  key === 'shell' && nodeAt(parent, 'run') !== undefined;

/** Whether a list is one command with its arguments, not several commands. */
const isArgumentList = (key: string, trigger = ''): boolean =>
  ARGUMENTS.test(key) || trigger.startsWith('container ');

function commandText({ key, value, parent }: Entry, argumentList: boolean): string | undefined {
  const one = textOf(value);
  const more = ARGUMENTS.test(key) ? textsOf(nodeAt(parent, 'args')).map(quoted) : [];
  if (one !== undefined) return [one, ...more].join(' ');
  const words = textsOf(value);
  if (words.length === 0 || value.kind !== 'array') return undefined;
  return argumentList && !words.every((word) => word.includes(' '))
    ? [...words.map(quoted), ...more].join(' ')
    : words.join('\n');
}

/** A word as a shell takes it for one. Variables stay what they are. */
function quoted(word: string): string {
  if (/^[\w@%+=:,./${}~^*-]+$/.test(word)) return word;
  return /^[^"\\`]*$/.test(word) && word.includes('$') && !word.includes("'")
    ? `"${word}"`
    : `'${word.replaceAll("'", `'\\''`)}'`;
}

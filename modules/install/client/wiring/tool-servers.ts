import { isDeepStrictEqual } from 'node:util';
import type { ToolServerFile, ToolServerShape } from '../../contract/agents.js';
import { plainCall, sharedCall, type ServerCall } from '../../contract/own-tool-server.js';
import { allPathsOf, pathsOf, toolServerFiles } from '../agents/agents.js';
import type { ConfigDocument, ConfigEntry, ConfigPath } from '../config/config-document.js';
import type { ManagedFiles } from '../project/managed-files.js';
import { OWN_SERVER } from '../project/tool-server-choice.js';
import { nameServers, type NamedServer } from './named-servers.js';
import { warnOfProgram } from './svc-program.js';
import { assertInsidePlugin, namesPluginFolder, textResolver } from './plugin-texts.js';
import { toolServerEntry } from './tool-server-entry.js';
import { newsOf, type WiringJob } from './wiring-job.js';

/** The wanted entry under a name. */
interface WantedEntry {
  readonly entry: ConfigEntry;
  /** Another form of it, which a person may have written. */
  readonly otherForm?: ConfigEntry | undefined;
  /** Which existing entries of svc's are left as they are. */
  readonly keeps?: 'every' | 'the other form' | undefined;
  /** Known only from the lock: an existing entry of svc's is kept, but none is written. */
  readonly unproven?: boolean;
}

type Entries = ReadonlyMap<string, WantedEntry>;

/**
 * Gives every chosen agent svc's tool server and those of the plugins, and removes obsolete entries. Entries that
 * a person wrote or edited are left alone, and no longer count as svc's.
 */
export async function writeToolServers(job: WiringJob): Promise<ManagedFiles['toolServers']> {
  const { known, scope, before } = job;
  const servers = nameServers(job.locked);
  for (const { plugin, server } of servers) assertInsidePlugin(plugin, server);
  warnOfSkipped(job, servers);
  const chosen = await chosenFiles(job);
  const others = eachFileOnce(
    known
      .flatMap((agent) => allPathsOf(agent, scope))
      .flatMap(({ toolServers }) => toolServerFiles(toolServers)),
  ).filter(({ file }) => !chosen.some((location) => location.file === file));
  // keeps records of agents that no loaded module knows, because their format is unknown
  const written = new Map(
    [...before.toolServers].filter(
      ([file]) => ![...chosen, ...others].some((location) => location.file === file),
    ),
  );
  for (const location of others) await reconcile(job, location, new Map());
  for (const location of chosen)
    written.set(
      location.file,
      await reconcile(job, location, wantedEntries(job, location, servers)),
    );
  warnOfProgram(job, { before: ownEntries(before.toolServers), after: ownEntries(written) });
  warnOfFolder(job, { servers, written });
  return written;
}

/** The variables that svc's server reads from the environment in which the agent was started. */
const OWN_ENV = { SVC_URL: '${SVC_URL}', SVC_TOKEN: '${SVC_TOKEN}' };

function wantedEntries(
  job: WiringJob,
  { shape }: ToolServerFile,
  servers: readonly NamedServer[],
): Entries {
  const { scope, unproven, ownServer } = job;
  const entries = new Map<string, WantedEntry>();
  const own = ownServer ? ownEntry(job, shape) : undefined;
  if (own !== undefined) entries.set(OWN_SERVER, own);
  for (const { name, plugin, server } of servers) {
    const entry = toolServerEntry(server, shape, textResolver(plugin, scope, shape));
    if (entry !== undefined) entries.set(name, { entry, unproven: unproven?.has(plugin) === true });
  }
  return entries;
}

/**
 * A project's files are shared with people who have no svc. Windows has no `sh` of its own: there the plain form is written, and
 * the other one left.
 */
function ownEntry(
  { program, committed, scope }: WiringJob,
  shape: ToolServerShape,
): WantedEntry | undefined {
  const env = shape.filtersEnvironment === true ? OWN_ENV : {};
  const words = [program.command, ...program.args];
  const inShape = (call: ServerCall): ConfigEntry | undefined =>
    toolServerEntry({ type: 'stdio', ...call, env }, shape, (text) => text);
  const [plain, shared] = [inShape(plainCall(words)), inShape(sharedCall(words))];
  if (plain === undefined || shared === undefined) return undefined;
  const onWindows = process.platform === 'win32';
  const [entry, otherForm] =
    scope.kind === 'project' && !onWindows ? [shared, plain] : [plain, shared];
  const keeps = committed !== undefined ? 'every' : onWindows ? 'the other form' : undefined;
  return { entry, otherForm, keeps };
}

/** Updates the entries of one file. Returns those that are svc's afterwards. */
async function reconcile(
  { files, before, warn }: WiringJob,
  location: ToolServerFile,
  wanted: Entries,
): Promise<ReadonlyMap<string, string>> {
  const owned = before.toolServers.get(location.file) ?? new Map<string, string>();
  const ours = new Map<string, string>();
  const names = [...[...owned.keys()].filter((name) => !wanted.has(name)), ...wanted.keys()];
  if (names.length === 0) return ours;
  await files.edit(location, (document) => {
    let now = document;
    for (const name of names) {
      const path = [...location.key, name];
      const [want, text] = [wanted.get(name), owned.get(name)];
      const entry = want?.entry;
      const fate = fateOf(document.get(path), want, text);
      if (fate === 'foreign')
        warn(
          `The entry "${name}" of ${location.file} was written or changed by hand; it is left as it is.`,
        );
      if (fate === 'kept' && text !== undefined) ours.set(name, text);
      if (fate !== 'ours') continue;
      now = withEntry(now, path, entry);
      if (entry !== undefined) ours.set(name, JSON.stringify(entry));
    }
    return now;
  });
  return ours;
}

/** An entry that differs only in the order of keys keeps its bytes. */
function withEntry(
  document: ConfigDocument,
  path: ConfigPath,
  entry: ConfigEntry | undefined,
): ConfigDocument {
  if (entry === undefined) return document.remove(path);
  return isSame(document.get(path), entry) ? document : document.set(path, entry);
}

/**
 * `ours`: to be written or removed. `kept`: svc's, and left although it differs from what would be written now. `foreign`: not svc's, and
 * different from the wanted entry. `same`: not written by svc, but equal to the wanted entry. `unproven`: absent, and not to be written.
 */
type Fate = 'ours' | 'kept' | 'same' | 'foreign' | 'unproven';

/** `text`: what svc wrote before, as JSON. */
function fateOf(present: unknown, want: WantedEntry | undefined, text: string | undefined): Fate {
  if (present === undefined) return fateOfMissing(want);
  const wanted = isSame(present, want?.entry);
  if (text === undefined) return isOtherForm(present, want) || wanted ? 'same' : 'foreign';
  if (wanted) return 'ours';
  if (!isSame(present, JSON.parse(text))) return 'foreign';
  return keeps(present, want) ? 'kept' : 'ours';
}

function fateOfMissing(want: WantedEntry | undefined): Fate {
  return want?.unproven === true ? 'unproven' : 'ours';
}

function keeps(present: unknown, want: WantedEntry | undefined): boolean {
  if (want === undefined) return false;
  if (want.unproven === true || want.keeps === 'every') return true;
  return want.keeps === 'the other form' && isOtherForm(present, want);
}

function isOtherForm(present: unknown, want: WantedEntry | undefined): boolean {
  return want?.otherForm !== undefined && isSame(present, want.otherForm);
}

/** Ignores the order of keys, which agents may change when they rewrite their files. */
export function isSame(a: unknown, b: unknown): boolean {
  const plain = (value: unknown): unknown =>
    value === undefined ? undefined : JSON.parse(JSON.stringify(value));
  return isDeepStrictEqual(plain(a), plain(b));
}

/** The files of the chosen agents, each once: agents may share one, or prefer another agent's. */
async function chosenFiles({
  agents,
  scope,
  changes,
}: WiringJob): Promise<readonly ToolServerFile[]> {
  const locations = agents.flatMap((agent) => pathsOf(agent, scope).toolServers ?? []);
  const certain = locations.filter(({ unless }) => unless === undefined);
  for (const { unless, ...location } of locations) {
    if (unless === undefined) continue;
    const taken =
      certain.some(({ file }) => file === unless.file) ||
      (await changes.read(unless.file)) !== undefined;
    certain.push(taken ? { ...location, ...unless } : location);
  }
  return eachFileOnce(certain);
}

function eachFileOnce(locations: readonly ToolServerFile[]): readonly ToolServerFile[] {
  return locations.filter(
    ({ file }, index) => locations.findIndex((other) => other.file === file) === index,
  );
}

/** One warning, however many agents and servers. */
function warnOfSkipped(job: WiringJob, servers: readonly NamedServer[]): void {
  const { agents, scope, warn } = job;
  const plugins = [...new Set(servers.map(({ plugin }) => plugin))];
  const lacking = agents.filter((agent) => pathsOf(agent, scope).toolServers === null);
  const without = newsOf(job, lacking, plugins).map(({ facts }) => facts.display);
  if (without.length === 0 || servers.length === 0) return;
  warn(
    `The tool servers of ${plugins.join(', ')} are not written for ${without.join(', ')}: svc knows no location for tool servers there.`,
  );
}

interface Entered {
  readonly servers: readonly NamedServer[];
  readonly written: ManagedFiles['toolServers'];
}

/** Warns when an entry is written: agents cannot express a path relative to the project, except editors. */
function warnOfFolder(
  { agents, scope, before, warn }: WiringJob,
  { servers, written }: Entered,
): void {
  if (scope.kind === 'user') return;
  const locations = agents.flatMap((agent) => ({
    name: agent.facts.display,
    location: pathsOf(agent, scope).toolServers,
  }));
  const below = locations.filter(({ location }) => location?.startsBelow === true);
  const files = new Set(below.flatMap(({ location }) => [location?.file, location?.unless?.file]));
  const isNew = (name: string): boolean =>
    [...written].some(
      ([file, entries]) =>
        files.has(file) && entries.has(name) && !before.toolServers.get(file)?.has(name),
    );
  const named = servers.filter(({ name, server }) => namesPluginFolder(server) && isNew(name));
  if (named.length === 0) return;
  const [who, what] = [
    below.map(({ name }) => name).join(', '),
    named.map(({ name, plugin }) => `"${name}" of ${plugin}`).join(', '),
  ];
  warn(
    `${who}: start in the project's own folder to use ${what}. From a folder below it, the program is not found; with --global it is.`,
  );
}

/** The entries of svc's own server. */
function ownEntries(files: ManagedFiles['toolServers']): readonly string[] {
  return [...files].flatMap(([file, entries]) => {
    const own = entries.get(OWN_SERVER);
    return own === undefined ? [] : [`${file} ${own}`];
  });
}

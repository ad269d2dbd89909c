import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { HookPlugin } from '../plan/plan-hooks.js';
import { noHooks, readHookLock, type HookLock } from './lock.js';
import { readPlainFile } from './plain-file.js';
import { findProjectRoot, foldersOf, type EventOrigin } from './project-root.js';
import { callingAgent, hasOwnEntry } from './stand-aside.js';

const MANIFEST = '.svc-plugin/plugin.json';
const BYTE_ORDER_MARK = /^\uFEFF/;

export interface ScopeRequest {
  readonly agent: string;
  /** The user's plugins, not the project's. */
  readonly global: boolean;
  /** The folder of the only plugin whose hooks run. */
  readonly pluginPath: string | undefined;
  /** The user's own folder, in which the user's plugins are. */
  readonly home: string;
}

/** The source of the hooks of an event, and the folder that they run in. */
export interface HookScope {
  /** The hooks' working directory, from which relative commands start. */
  readonly folder: string;
  readonly plugins: readonly HookPlugin[];
  /** Remarks for people. */
  readonly notes: readonly string[];
  /** The agent whose own entry runs the hooks instead. */
  readonly leftTo: string | undefined;
}

/** Throws an error with a sentence for people when a lock, or the manifest of `pluginPath`, is damaged. */
export function hookScope(request: ScopeRequest, origin: EventOrigin): HookScope {
  const folders = foldersOf(origin);
  const root = findProjectRoot(folders);
  const folder = root ?? folders.find((open) => existsSync(open)) ?? origin.cwd;
  const nothing = { folder, plugins: [], notes: [], leftTo: undefined };
  if (request.pluginPath !== undefined)
    return { ...nothing, plugins: [pluginIn(resolve(folder, request.pluginPath))] };
  const lock = lockOf(root, request);
  const caller = callingAgent(request.agent, origin);
  const written = lock.files.map((file) =>
    resolve(request.global ? dirname(request.home) : folder, file),
  );
  if (caller !== request.agent && hasOwnEntry(written, caller))
    return { ...nothing, leftTo: caller };
  const pluginsFolder = request.global
    ? join(request.home, 'plugins')
    : join(folder, '.svc', 'plugins');
  return { ...nothing, ...present(lock.plugins, pluginsFolder) };
}

/**
 * The lock whose hooks run. The user's own hooks ignore the repository, which could otherwise switch them off; an agent also may not run the
 * hooks of an untrusted project. A plugin that is installed both globally and in the project therefore runs twice where the project's hooks
 * run too.
 */
function lockOf(root: string | undefined, { global, home }: ScopeRequest): HookLock {
  if (global) return readHookLock(home);
  return root === undefined ? noHooks : readHookLock(root);
}

/**
 * Hooks are read from the installed files that the lock's integrity covers, not from the lock itself. After a clone of a managed project, the
 * lock exists but the plugins are missing.
 */
function present(
  names: HookLock['plugins'],
  pluginsFolder: string,
): Pick<HookScope, 'plugins' | 'notes'> {
  const plugins: HookPlugin[] = [];
  const missing: string[] = [];
  const notes: string[] = [];
  for (const name of names) {
    const folder = join(pluginsFolder, ...name.split('/'));
    try {
      if (existsSync(folder)) plugins.push({ ...pluginIn(folder), name });
      else missing.push(name);
    } catch (error) {
      notes.push(
        `the hooks of ${name} do not run: ${(error as Error).message}; run \`svc install\``,
      );
    }
  }
  if (missing.length > 0)
    notes.unshift(
      `the hooks of ${missing.join(', ')} do not run: not installed here; run \`svc install\``,
    );
  return { plugins, notes };
}

function pluginIn(folder: string): HookPlugin {
  const file = join(folder, MANIFEST);
  try {
    const { name, hooks } = JSON.parse(readPlainFile(file).replace(BYTE_ORDER_MARK, '')) as {
      name?: unknown;
      hooks?: unknown;
    };
    return {
      name: typeof name === 'string' ? name : basename(folder),
      folder,
      hooks: (hooks ?? {}) as HookPlugin['hooks'],
    };
  } catch (error) {
    throw new Error(`${file} cannot be read (${(error as Error).message})`, { cause: error });
  }
}

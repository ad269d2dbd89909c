import { isDeepStrictEqual } from 'node:util';
import { listOf, fieldsOf, type Fields } from '../../../../toolbox/type-guards.js';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import { commandsIn, hookVariables } from '../../contract/hook-commands.js';
import type { BroughtPart, StartedPart } from '../../contract/results.js';
import { EXECUTABLE } from '../project/integrity.js';
import type { SoundPlugin } from './plugins-on-disk.js';

interface Part extends StartedPart {
  /** All fields that decide what is run. */
  readonly content: unknown;
}

/** What agents start or run of a plugin, and its executable files, compared with the previous plugin; without one, all is new. */
export function broughtParts(
  now: SoundPlugin,
  earlier: SoundPlugin | undefined,
): readonly BroughtPart[] {
  const known = earlier === undefined ? [] : partsOf(earlier);
  return partsOf(now).map((part) => ({
    kind: part.kind,
    name: part.name,
    runs: part.runs,
    change: changeOf(part, known),
  }));
}

/** The same for a plugin that is not installed. */
export function startedPartsOf(plugin: SoundPlugin): readonly StartedPart[] {
  return partsOf(plugin).map(({ kind, name, runs }) => ({ kind, name, runs }));
}

function changeOf({ kind, name, content }: Part, known: readonly Part[]): BroughtPart['change'] {
  const namesakes = known.filter((part) => part.kind === kind && part.name === name);
  if (namesakes.length === 0) return 'new';
  return namesakes.some((part) => isDeepStrictEqual(part.content, content)) ? 'same' : 'changed';
}

function partsOf({
  parts: { hooks = {}, nativeHooks = {}, toolServers = {} },
  hashes,
}: SoundPlugin): readonly Part[] {
  const own = Object.entries(nativeHooks).map(([agent, config]): Part => ({
    kind: 'hook',
    name: agent,
    runs: commandsIn(config).join('; '),
    content: plain(config),
  }));
  const servers = Object.entries(toolServers).map(([name, server]): Part => ({
    kind: 'tool-server',
    name,
    runs: serverLine(server),
    content: plain(server),
  }));
  const scripts = hashes.filter(({ mode }) => mode === EXECUTABLE);
  return [
    ...Object.entries(hooks).flatMap(([event, groups]) => hookParts(event, groups)),
    ...own,
    ...servers,
    ...scripts.map(({ path, sha256 }): Part => ({
      kind: 'script',
      name: path,
      runs: null,
      content: sha256,
    })),
  ];
}

function hookParts(event: string, groups: unknown): readonly Part[] {
  return listOf(groups).flatMap((group) => {
    const { matcher, hooks } = fieldsOf(group);
    const name = typeof matcher === 'string' && matcher !== '' ? `${event} (${matcher})` : event;
    return listOf(hooks).map((hook): Part => ({
      kind: 'hook',
      name,
      runs: hookLine(fieldsOf(hook)),
      content: plain(hook),
    }));
  });
}

function hookLine({ command, args, env }: Fields): string {
  return [...hookVariables(env), command, ...listOf(args)].map(String).join(' ');
}

function serverLine(server: PluginToolServer): string {
  if (server.type === 'http') return server.url;
  const values = Object.entries(server.env).map(([name, value]) => `${name}=${value}`);
  return [...values, server.command, ...server.args].join(' ');
}

/** Strips the parsers' prototypes from objects, because a deep comparison would take them into account. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

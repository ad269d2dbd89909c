import { join } from 'node:path';
import type { PluginToolServer } from '../../../registry/contract/plugin-format.js';
import type { ToolServerShape } from '../../contract/agents.js';
import { unsafePath } from '../../contract/errors.js';
import { PLUGIN_DIR, PLUGIN_DIR_TOKEN } from '../../contract/plugin-dir-token.js';
import { pluginFolder } from '../project/paths.js';
import type { Scope } from '../project/scope.js';

/** Converts a plugin's text to the form that an agent understands. */
export type TextResolver = (text: string) => string;

const VARIABLE = /\$\{([A-Za-z_]\w*)\}/g;
/** Characters that end a path inside a longer text, such as a list of paths. */
const BOUNDARY = String.raw`[\s:;,"'=]`;
const OUTSIDE = new RegExp(
  String.raw`^(?![/\\]|${BOUNDARY}|$)|(?:^|[/\\]|${BOUNDARY})\.\.(?:[/\\]|${BOUNDARY}|$)`,
);

/**
 * Replaces `${SVC_PLUGIN_DIR}` and rewrites references to environment variables. Agents start servers in the project: there the
 * plugin's folder is relative, so that a committed file works on every machine.
 */
export function textResolver(
  plugin: string,
  { kind, root }: Pick<Scope, 'kind' | 'root'>,
  shape: ToolServerShape,
): TextResolver {
  const inside = pluginFolder(plugin);
  const inProject = shape.projectFolder === undefined ? inside : `${shape.projectFolder}/${inside}`;
  const folder = kind === 'user' ? join(root, ...inside.split('/')) : inProject;
  const written = (name: string): string =>
    shape.variable?.replace('NAME', () => name) ?? `\${${name}}`;
  return (text) =>
    text.replaceAll(VARIABLE, (_match, name: string) =>
      name === PLUGIN_DIR ? folder : written(name),
    );
}

/** Whether the server refers to the plugin's folder. */
export function namesPluginFolder(server: PluginToolServer): boolean {
  return textsOf(server).some((text) => text.includes(PLUGIN_DIR_TOKEN));
}

function textsOf(server: PluginToolServer): readonly string[] {
  return server.type === 'stdio'
    ? [server.command, ...server.args, ...Object.values(server.env)]
    : [];
}

/** Throws `unsafe_path` when a path that begins in the plugin's folder does not stay there. */
export function assertInsidePlugin(plugin: string, server: PluginToolServer): void {
  for (const text of textsOf(server)) {
    const [, ...rests] = text.split(PLUGIN_DIR_TOKEN);
    if (rests.some((rest) => OUTSIDE.test(rest)))
      throw unsafePath({
        path: text,
        why: `a tool server of ${plugin} would leave the folder of its plugin`,
      });
  }
}

import { posix } from 'node:path';
import { withinProcessorTime } from '../../../toolbox/time-budget.js';
import type { LooseFile, PluginSubagent } from '../contract/plugin-format.js';
import { Findings } from './findings.js';
import type { FileTree } from './file-tree.js';
import { readFrontMatter } from './front-matter.js';
import type { JsonValue } from '../../../toolbox/json-value.js';
import type { ComponentSource } from './manifest.js';
import { pluginPath } from './relative-path.js';
import { isSkillName, type SkillContext } from './skill-file.js';

/** Crafted YAML can be slow to parse; all sub-agents of a plugin share this limit. */
const BUDGET_MS = 2000;

/**
 * What `agents` of the manifest names: files or a folder; without the key nothing. Plugins that were published before the key had a meaning may
 * hold anything there, which only warns.
 */
export function readSubagentSource(value: JsonValue | undefined): ComponentSource {
  if (value === undefined) return { entries: [] };
  if (value.type === 'array')
    return {
      entries: (value.array() ?? []).flatMap((item) => {
        const path = readPath(item);
        return path === undefined ? [] : [{ path, at: item }];
      }),
    };
  const folder = readPath(value);
  return folder === undefined ? { entries: [] } : { folder, at: value };
}

function readPath(value: JsonValue): string | undefined {
  const text = value.type === 'string' ? value.string() : undefined;
  const path = text === undefined ? undefined : pluginPath(text);
  if (path === undefined)
    value.errorOrWarning(
      `"${value.field}" must be a relative path inside the plugin, or a list of such paths`,
      'it brings no sub-agents',
    );
  return path;
}

/** The sub-agents of a plugin: the listed Markdown files, or those of the named folder (not of folders in it). */
export function findSubagents(
  source: ComponentSource,
  { tree, findings }: SkillContext,
): readonly PluginSubagent[] {
  const forget = findings.mark();
  const found = withinProcessorTime(BUDGET_MS, () => {
    forget();
    const named = pathsOf(source, tree).map(({ path, at }) => ({
      at,
      subagent: readSubagent(tree.get(path) ?? { path, content: new Uint8Array() }),
    }));
    return withoutNamesakes(named);
  });
  if (found === undefined)
    findings.error('Reading the sub-agents takes too long; make their front matter simpler.', {
      file: '.',
    });
  return found?.value ?? [];
}

interface Named {
  readonly path: string;
  readonly at: JsonValue;
}

function pathsOf(source: ComponentSource, tree: FileTree): readonly Named[] {
  if ('entries' in source)
    return source.entries
      .filter(({ path, at }) => {
        const problem = fileProblem(path, tree);
        if (problem !== undefined) at.errorOrWarning(problem, 'it is skipped');
        return problem === undefined;
      })
      .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index);
  const { folder, at } = source;
  if (at === undefined) return [];
  if (!tree.hasFolder(folder))
    at.errorOrWarning(`The folder "${folder}" does not exist`, 'it brings no sub-agents');
  return tree
    .below(folder)
    .filter((path) => posix.dirname(path) === folder && path.endsWith('.md'))
    .map((path) => ({ path, at }));
}

function fileProblem(path: string, tree: FileTree): string | undefined {
  if (!path.endsWith('.md')) return `"${path}" is not a sub-agent: its file ends in ".md"`;
  return tree.has(path) ? undefined : `The file "${path}" of a sub-agent does not exist`;
}

interface SubagentReading extends PluginSubagent {
  readonly description: string | undefined;
}

/** Agents call it by the `name` in its front matter; without a usable one its file's name stands for it. */
export function readSubagent(file: Pick<LooseFile, 'path' | 'content'>): SubagentReading {
  const values = readFrontMatter(file, new Findings())?.values;
  const name = values?.get('name');
  const description = values?.get('description');
  return {
    name:
      typeof name === 'string' && isSkillName(name) ? name : posix.basename(file.path).slice(0, -3),
    path: file.path,
    description: typeof description === 'string' ? description.trim() || undefined : undefined,
  };
}

function withoutNamesakes(
  named: readonly { readonly at: JsonValue; readonly subagent: SubagentReading }[],
): readonly PluginSubagent[] {
  const seen = new Map<string, PluginSubagent>();
  for (const { at, subagent } of named) {
    const { name, path, description } = subagent;
    const other = seen.get(name);
    if (other !== undefined)
      at.errorOrWarning(
        `The sub-agent "${name}" exists twice: "${other.path}" and "${path}"`,
        'the second is skipped',
      );
    else seen.set(name, { name, path });
    if (description === undefined)
      at.errorOrWarning(
        `The front matter of "${path}" has no "description"`,
        'some agents do not show such a sub-agent',
      );
  }
  return [...seen.values()];
}

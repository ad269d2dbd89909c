import { posix } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile, PluginContents, PluginFile } from '../contract/plugin-format.js';
import { findRules, findSkills } from './components.js';
import { checkEntrypoints } from './entrypoints.js';
import type { FileTree } from './file-tree.js';
import { Findings } from './findings.js';
import { readHooks, readNativeHooks, type HookReference } from './hooks.js';
import { leftOutByRules } from './left-out.js';
import { MANIFEST_PATH, TOOL_SERVERS_PATH } from './limits.js';
import { readManifest, type ManifestReading } from './manifest.js';
import { checkShipping, type Shipping } from './shipping.js';
import { findSubagents } from './subagents.js';
import { readToolServers } from './tool-servers.js';

export interface PluginSource {
  /** The files that ship. */
  readonly files: readonly LooseFile[];
  /** Paths of a folder that do not ship; a folder ends with `/`. An archive has none. */
  readonly ignored?: readonly string[];
  /** Whether it is about to be published: then rules apply that older published plugins may break. */
  readonly strict?: boolean;
  /** Slow checks that only help authors: `checkReachability`. Left out for users of a plugin. */
  readonly advise?: Advice | undefined;
}

/** A check of the whole plugin after its parts were read. */
export type Advice = (shipping: Shipping, reached: Reached, findings: Findings) => void;

/** Everything that the manifest refers to. */
export interface Reached {
  readonly reading: ManifestReading;
  readonly components: Pick<PluginContents, 'rules' | 'skills' | 'subagents'>;
  readonly references: readonly HookReference[];
}

export interface PluginCheck {
  /** Only when there are no errors. */
  readonly contents: PluginContents | undefined;
  readonly errors: readonly ErrorIssue[];
  readonly warnings: readonly ErrorIssue[];
}

/** All rules of a plugin, over files in memory: those of a folder before it is packed, or of an archive after it was read. */
export function checkPlugin({
  files,
  ignored = [],
  strict = false,
  advise,
}: PluginSource): PluginCheck {
  const findings = new Findings(strict);
  const plugin = read(files, ignored, { findings, advise });
  const { errors, warnings } = findings;
  if (errors.length > 0 || plugin === undefined) return { contents: undefined, errors, warnings };
  const { reading, components, references, tree, toolServers, ignoreRules } = plugin;
  const contents = {
    manifest: reading.manifest,
    ...components,
    toolServers,
    files: shippedFiles(tree, references),
    warnings,
    leftOut: leftOutByRules(ignored, ignoreRules),
  };
  return { contents, errors, warnings };
}

interface Checking {
  readonly findings: Findings;
  readonly advise: Advice | undefined;
}

function read(
  files: readonly LooseFile[],
  ignored: readonly string[],
  { findings, advise }: Checking,
) {
  const shipping = checkShipping(files, findings);
  const manifest = shipping?.tree.get(MANIFEST_PATH);
  if (shipping === undefined) return undefined;
  if (manifest === undefined) {
    findings.error(`The plugin has no manifest: "${MANIFEST_PATH}" does not exist.`, {
      file: MANIFEST_PATH,
    });
    return undefined;
  }
  const reading = readManifest(manifest.content, findings);
  if (reading === undefined) return undefined;
  const { tree, ignoreRules } = shipping;
  checkEntrypoints(reading, { paths: ignored, rules: ignoreRules }, findings);
  const context = { tree, findings };
  const components = {
    rules: findRules(reading.rules, context),
    skills: findSkills(reading.skills, context),
    subagents: findSubagents(reading.subagents, context),
  };
  const servers = tree.get(TOOL_SERVERS_PATH);
  const toolServers =
    servers === undefined ? new Map<string, never>() : readToolServers(servers.content, findings);
  if (servers === undefined)
    reading.mcpServers?.errorOrWarning(
      `The file "${TOOL_SERVERS_PATH}" does not ship with the plugin`,
      'it brings no tool servers',
    );
  const references = [
    ...readHooks(reading.hooks),
    ...readNativeHooks(reading.nativeHooks, findings.strict),
  ];
  checkReferences(references, tree);
  checkDocs(reading, tree);
  advise?.(shipping, { reading, components, references }, findings);
  return { reading, components, references, tree, toolServers, ignoreRules };
}

function checkReferences(references: readonly HookReference[], tree: FileTree): void {
  for (const { path, at } of references) {
    if (!tree.has(path) && !tree.hasFolder(path))
      at.error(`The hook names "${path}", which does not ship with the plugin.`);
  }
}

function checkDocs({ docs }: ManifestReading, tree: FileTree): void {
  if (docs !== undefined && !tree.has(docs.path))
    docs.at.error(`The document "${docs.path}" does not ship with the plugin.`);
}

/** A file is executable if its mode says so, if it starts with `#!`, or if a hook starts it. */
function shippedFiles(tree: FileTree, references: readonly HookReference[]): readonly PluginFile[] {
  const programs = new Set(
    references.filter(({ program }) => program).map(({ path }) => posix.normalize(path)),
  );
  return tree.all().map(({ path, content, executable }) => {
    const shebang = content[0] === 0x23 && content[1] === 0x21;
    return { path, mode: executable || shebang || programs.has(path) ? 0o755 : 0o644, content };
  });
}

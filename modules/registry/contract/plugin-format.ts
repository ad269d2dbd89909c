import { serviceKey, type ErrorIssue } from 'svc-registry/kernel';
import type { FileRole } from './file-roles.js';
import type { LintCost } from './plugin-command-results.js';
import type { RuleEntry, SkillEntry } from './version-view.js';

/** A plugin manifest after all its rules held. Unknown keys are kept in `extra`. */
export interface PluginManifest {
  /** `<workspace>/<plugin>`. */
  readonly name: string;
  readonly workspace: string;
  readonly plugin: string;
  readonly version: string;
  readonly description: string;
  /** Default true. */
  readonly private: boolean;
  readonly hooks: Readonly<Record<string, unknown>> | undefined;
  readonly nativeHooks: Readonly<Record<string, unknown>> | undefined;
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A rule: a Markdown file. `path` is relative to the plugin's root, with `/`. */
export type PluginRule = Readonly<RuleEntry>;

/** A skill: a folder with a `SKILL.md`. `path` is that folder, relative to the plugin's root, with `/`. */
export type PluginSkill = Readonly<SkillEntry>;

/** A sub-agent: a Markdown file that describes an agent for one kind of task. `path` is relative to the plugin's root, with `/`. */
export interface PluginSubagent {
  readonly name: string;
  readonly path: string;
}

/** Something that a source has and that is not taken. */
export interface LeftOut {
  /** A path relative to the plugin's root, a folder with `/` at its end; or a part in words, such as `hook Notification`. */
  readonly what: string;
  /** The reason, as the end of a sentence: `files of this name never ship`. */
  readonly why: string;
  /** Id of the agent that has it all the same: it is left out for the others. */
  readonly keptFor?: string;
}

/** A tool server that the plugin declares in its `.mcp.json`. */
export type PluginToolServer =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | {
      readonly type: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** A file of a plugin. */
export interface PluginFile {
  /** Relative to the plugin's root, with `/`. */
  readonly path: string;
  readonly mode: 0o644 | 0o755;
  readonly content: Uint8Array;
}

/** A file of a plugin, and what it is for. */
export interface ContentFile extends PluginFile {
  readonly role: FileRole;
}

/** A whole plugin in memory, checked. */
export interface PluginContents {
  readonly manifest: PluginManifest;
  readonly rules: readonly PluginRule[];
  readonly skills: readonly PluginSkill[];
  /** Named by `agents` of the manifest; empty without. */
  readonly subagents: readonly PluginSubagent[];
  readonly toolServers: ReadonlyMap<string, PluginToolServer>;
  /** Sorted by path; what ships. */
  readonly files: readonly PluginFile[];
  /** What is legal but deserves a look. */
  readonly warnings: readonly ErrorIssue[];
  /** What its source has beside `files`, apart from version control; empty for an archive. */
  readonly leftOut: readonly LeftOut[];
}

/** The manifests of other vendors that are read as plugins, by path. */
export const vendorManifests = [
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.tessl-plugin/plugin.json',
  '.plugin/plugin.json',
  '.github/plugin/plugin.json',
  'gemini-extension.json',
] as const;

/** How a plugin of another vendor becomes one of ours. */
export interface VendorSource {
  readonly files: readonly LooseFile[];
  /** What the plugin is to be called, `<workspace>/<plugin>`; names of vendors' plugins have no workspace. */
  readonly name: string;
  /** The version to give it where its manifest has none that is a semantic version. */
  readonly version: string;
  /** Names the source in errors. */
  readonly source: string;
  /** The entry of the marketplace that lists it: its fields complete those of the manifest. With `strict: false` it stands for the manifest. */
  readonly entry?: Readonly<Record<string, unknown>> | undefined;
  /** What stands for the plugin's folder in texts that agents read. Default `.svc/plugins/<name>`. */
  readonly folder?: string;
  /**
   * Whether skills get the names that the registry needs in their files. Without it a skill that agents can read keeps its bytes: they call one
   * without a name as its folder is called.
   */
  readonly publishable?: boolean;
  /** Folders of skills that it brings if it has none of its own and does not say which it has: those of the repository that it is the root of. */
  readonly looseSkills?: readonly string[];
}

/** A plugin of another vendor in our form. */
export interface VendorPlugin {
  /** With `.svc-plugin/plugin.json` and, where it has tool servers, `.mcp.json` in our form among its files. */
  readonly contents: PluginContents;
  /** The manifest that it was read from; `marketplace` where only an entry describes it. */
  readonly form: (typeof vendorManifests)[number] | 'marketplace';
}

/** What a component costs an agent's context, estimated in tokens. */
export type TokenCost = Readonly<LintCost>;

/** What agents start or run because of a plugin. */
export interface PluginDeclarations extends Pick<PluginContents, 'toolServers'> {
  readonly hooks: PluginManifest['hooks'];
  readonly nativeHooks: PluginManifest['nativeHooks'];
}

/** A file that may become part of a plugin, as it was found. */
export interface LooseFile {
  /** Relative to the plugin's root, with `/`. */
  readonly path: string;
  readonly executable: boolean;
  readonly content: Uint8Array;
}

/** What a `SKILL.md` says about its skill, read as leniently as agents read it. */
export interface SkillCard {
  /** `undefined` when the file names none. */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** Whether its author keeps it from others (`metadata.internal`). */
  readonly internal: boolean;
  /** What keeps some agents or the registry from taking it. */
  readonly problems: readonly ErrorIssue[];
}

/** A `SKILL.md` as it is written; its rules are not checked. */
export interface SkillText {
  /** Its front matter: values by key. */
  readonly values: ReadonlyMap<string, unknown>;
  /** The text after the front matter, with `\n` as line ends. */
  readonly body: string;
}

/** A link, image or link definition of a Markdown text. */
export interface MarkdownLink {
  /** As written: a path, an address or `#…`. */
  readonly target: string;
  /** From 1. */
  readonly line: number;
}

/** What matters for links in a Markdown text. */
export interface MarkdownOutline {
  /** Outside code. */
  readonly links: readonly MarkdownLink[];
  /** Targets of `#…`: headings in the form of code hosts, and HTML anchors. */
  readonly anchors: ReadonlySet<string>;
}

/** Reads, checks and writes plugins in memory. Of both facets; needs no server and touches no disk. */
export interface PluginFormat {
  /**
   * The plugin that files make, wherever they come from; `source` names that in errors. `.svcignore` is applied, and an older manifest is read as
   * `plugin migrate` would write it. Throws `plugin_invalid` with one issue per broken rule.
   */
  readFiles(files: readonly LooseFile[], source: string): Promise<PluginContents>;
  /**
   * The plugin that files in another vendor's form make. A part that is wrong, or that we have no counterpart for, is left out and named in
   * `leftOut`; it never keeps the others from being read. Throws `plugin_invalid` when the manifest itself cannot be read.
   */
  readVendorFiles(source: VendorSource): Promise<VendorPlugin>;
  /** Reads `SKILL.md` files that belong to no plugin, in the order in which they are given. */
  readSkillCards(files: readonly LooseFile[]): Promise<readonly SkillCard[]>;
  /** Reads one `SKILL.md`. Throws `plugin_invalid` when it has no front matter, or one that cannot be read. */
  readSkillText(file: Pick<LooseFile, 'path' | 'content'>): Promise<SkillText>;
  /** Which of the paths cannot stand beside the others on every system, and why. */
  pathProblems(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /**
   * Reads a `.tgz` as downloaded. Throws an `archive_…` error when it breaks a rule of archives, and `plugin_invalid`. On a server, archives that
   * others have sent are read through `contentsKey`, which unpacks them in a thread.
   */
  readArchive(archive: Uint8Array): Promise<PluginContents>;
  /** The files of a `.tgz`, by the rules of archives alone: they may be no valid plugin. Otherwise as `readArchive`. */
  filesOfArchive(archive: Uint8Array): Promise<readonly LooseFile[]>;
  /** The deterministic `.tgz` of all these files, such as those of a plugin: same files, same bytes. Throws `archive_too_large`. */
  pack(contents: Pick<PluginContents, 'files'>): Promise<Uint8Array>;
  /**
   * The same of files that may be no valid plugin, such as a lone skill. `.svcignore` is applied. Throws `plugin_invalid` for paths and sizes that no
   * archive may have, and `archive_too_large`.
   */
  packFiles(files: readonly LooseFile[], source: string): Promise<Uint8Array>;
  /** The files with their roles. `plugin`: the components, where they are known; else conventional names decide. */
  withRoles(
    files: readonly PluginFile[],
    plugin?: Pick<PluginContents, 'rules' | 'skills'> & Partial<Pick<PluginContents, 'subagents'>>,
  ): Promise<readonly ContentFile[]>;
  /** What the plugin's rules and then its skills cost, each in the plugin's order. */
  tokenCosts(contents: PluginContents): Promise<readonly TokenCost[]>;
  /** Links and anchors of a Markdown text. Lines are counted with its front matter. */
  outlineMarkdown(text: string): Promise<MarkdownOutline>;
  /** What is wrong with the `schemas` of a skill. `folder` is the skill's; remote schemas are not fetched. */
  schemaProblems(
    schemas: unknown,
    skill: { readonly folder: string; readonly files: readonly LooseFile[] },
  ): Promise<readonly ErrorIssue[]>;
  /** The known key that an unknown one is probably a misspelling of. */
  nearestName(name: string, known: Iterable<string>): Promise<string | undefined>;
}

/** The format, for code on both sides of modules that require `registry`. */
export const pluginFormatKey = serviceKey<PluginFormat>('registry.pluginFormat');

/** Plugins in folders of the user's machine. Of the client facet; needs no server. */
export interface PluginFolders extends PluginFormat {
  /**
   * Reads a plugin's folder as `pack` would ship it (`.svcignore` applied). An older manifest is read as `plugin migrate` would write it.
   * Throws `plugin_invalid` with one issue per broken rule; file names in it are relative to `root`.
   */
  readFolder(root: string): Promise<PluginContents>;
  /** The files that a folder would ship, which may be no valid plugin. Throws `plugin_invalid` for links, devices and sizes that cannot ship. */
  filesOfFolder(root: string): Promise<readonly LooseFile[]>;
  /**
   * What the files of an installed plugin declare. Reads the manifest and the tool servers only, and checks no rules: that was done when the
   * plugin came. Throws `plugin_invalid` when the manifest cannot be read.
   */
  readDeclarations(root: string): Promise<PluginDeclarations>;
}

/** Plugins in folders, for client code of modules that require `registry`. */
export const pluginFoldersKey = serviceKey<PluginFolders>('registry.pluginFolders');

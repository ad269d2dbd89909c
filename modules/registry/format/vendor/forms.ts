import type { vendorManifests } from '../../contract/plugin-format.js';
import type { JsonValue } from '../../../../toolbox/json-value.js';
import type { DialectId } from './hooks/dialects.js';

/** A vendor's manifest, or the entry of a marketplace that stands for one. */
export type FormId = (typeof vendorManifests)[number] | 'marketplace';

/** Where a vendor looks for components of a kind. */
export interface Location {
  readonly folder: string;
  /** Endings of the files; a skill is a folder. */
  readonly endings: readonly string[];
  /** What the manifest names comes on top of the folder; else in its place. */
  readonly adds: boolean;
}

/** What is known about a vendor's form. */
export interface FormFacts {
  readonly skills: Location;
  /** Whether folders in folders are searched for skills. */
  readonly deepSkills: boolean;
  readonly commands: Location | undefined;
  readonly agents: Location | undefined;
  readonly rules: Location | undefined;
  readonly dialect: DialectId;
  /** Files with hooks that need not be named. */
  readonly hooks: readonly string[];
  /** Whether hooks may stand in the manifest. */
  readonly hooksInManifest: boolean;
  /** Files with tool servers that need not be named. */
  readonly servers: readonly string[];
  /** Whether tool servers start in the plugin's folder. */
  readonly serversStartInPlugin: boolean;
  /** The file that is read into every session. */
  readonly context: string | undefined;
}

const replaced = { adds: false };
const skills = { folder: 'skills', endings: [], adds: true };
const markdown = ['.md'];
const lenient = ['.md', '.mdc', '.markdown'];

const claude: FormFacts = {
  skills,
  deepSkills: false,
  commands: { folder: 'commands', endings: markdown, ...replaced },
  agents: { folder: 'agents', endings: markdown, ...replaced },
  rules: undefined,
  dialect: 'claude-code',
  hooks: ['hooks/hooks.json'],
  hooksInManifest: true,
  servers: ['.mcp.json'],
  serversStartInPlugin: false,
  context: undefined,
};

const copilot: FormFacts = {
  ...claude,
  skills: { ...skills, ...replaced },
  dialect: 'copilot',
  hooks: ['hooks.json', 'hooks/hooks.json'],
  servers: ['.mcp.json', '.github/mcp.json'],
};

export const formFacts: Readonly<Record<FormId, FormFacts>> = {
  '.claude-plugin/plugin.json': claude,
  // an entry that lists skills means these: several entries share one folder of skills
  marketplace: { ...claude, skills: { ...skills, ...replaced } },
  '.codex-plugin/plugin.json': {
    ...claude,
    skills: { ...skills, ...replaced },
    deepSkills: true,
    dialect: 'codex',
    serversStartInPlugin: true,
  },
  '.cursor-plugin/plugin.json': {
    ...claude,
    skills: { ...skills, ...replaced },
    commands: { folder: 'commands', endings: [...lenient, '.txt'], ...replaced },
    agents: { folder: 'agents', endings: lenient, ...replaced },
    rules: { folder: 'rules', endings: lenient, ...replaced },
    dialect: 'cursor',
    servers: ['mcp.json', '.mcp.json'],
    serversStartInPlugin: true,
  },
  '.tessl-plugin/plugin.json': {
    ...claude,
    skills: { ...skills, ...replaced },
    agents: undefined,
    rules: { folder: 'rules', endings: markdown, ...replaced },
  },
  '.plugin/plugin.json': copilot,
  '.github/plugin/plugin.json': copilot,
  'gemini-extension.json': {
    ...claude,
    commands: { folder: 'commands', endings: ['.toml'], ...replaced },
    dialect: 'gemini',
    hooksInManifest: false,
    servers: [],
    context: 'GEMINI.md',
  },
};

/** The form whose parts are taken comes first: ours by another name, then the one that can say most. */
export const formOrder: readonly (typeof vendorManifests)[number][] = [
  '.tessl-plugin/plugin.json',
  '.claude-plugin/plugin.json',
  '.codex-plugin/plugin.json',
  '.cursor-plugin/plugin.json',
  '.plugin/plugin.json',
  '.github/plugin/plugin.json',
  'gemini-extension.json',
];

/** A manifest that was read. */
export interface Form {
  readonly id: FormId;
  readonly facts: FormFacts;
  readonly fields: ReadonlyMap<string, JsonValue>;
}

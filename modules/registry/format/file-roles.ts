import { posix } from 'node:path';
import type { FileRole } from '../contract/file-roles.js';
import type { ContentFile, PluginContents, PluginFile } from '../contract/plugin-format.js';
import { LEGACY_MANIFEST_PATH } from './legacy-manifest.js';
import { MANIFEST_PATH, TOOL_SERVERS_PATH } from './limits.js';

/** What agents read where nothing says what the components are. */
const CONVENTIONAL_COMPONENT = /(?:^|\/)skill\.md$|^rules\/[^/]+\.md$/i;
const ALWAYS_INSTRUCTIONS = [MANIFEST_PATH, LEGACY_MANIFEST_PATH, TOOL_SERVERS_PATH];

const ENDINGS = [
  'applescript|awk|bash|bat|c|cc|cjs|class|cmd|cpp|cs|cts|dll|dylib|exe|fish|go|groovy|jar|java|jl|js|jsx|ksh|kt|lua|mjs|mts|node',
  'php|pl|pm|ps1|psm1|py|pyc|pyw|r|rb|rs|scala|scpt|so|swift|ts|tsx|vbs|wasm|zsh|sh',
].join('|');
const PROGRAM = `\\.(?:${ENDINGS})$`;

/** By path, in this order. Programs come before documents, so that a script is one in `docs/` too. */
const BY_PATH: readonly (readonly [FileRole, RegExp])[] = [
  ['instructions', /^commands\/.+\.md$/i],
  ['fixture', /(?:^|\/)(?:__fixtures__|__snapshots__|evals|fixtures?|test[-_]?data)\//i],
  ['test', /(?:^|\/)(?:__tests__|tests?)\/|(?:^|\/)test_[^/]*\.py$/i],
  // a specification is for agents, whatever its name has in common with that of a test
  ['test', new RegExp(`(?:(?:^|/)specs?/.*|(?:^|/)conftest|[._-](?:spec|test))${PROGRAM}`, 'i')],
  ['script', new RegExp(PROGRAM, 'i')],
  ['script', /(?:^|\/)(?:dockerfile|justfile|makefile|rakefile)$/i],
];
/** Where skills keep what agents read. */
const REFERENCES = /(?:^|\/)references?\//i;
const DOCUMENTATION =
  /(?:^|\/)docs\/|(?:^|\/)(?:authors|change(?:log|s)|code_of_conduct|contributing|copying|history|licen[cs]e|notice|readme|security)(?:[._-][^/]*)?$/i;

type Components = Pick<PluginContents, 'rules' | 'skills'> &
  Partial<Pick<PluginContents, 'subagents'>>;

/** The files with their roles. `plugin`: the components, where they are known; else conventional names decide. */
export function withRoles(
  files: readonly PluginFile[],
  plugin?: Components,
): readonly ContentFile[] {
  const instructions = new Set(ALWAYS_INSTRUCTIONS);
  for (const { path } of [...(plugin?.rules ?? []), ...(plugin?.subagents ?? [])])
    instructions.add(path);
  for (const { path } of plugin?.skills ?? []) instructions.add(posix.join(path, 'SKILL.md'));
  const isInstructions = (path: string): boolean =>
    instructions.has(path) || (plugin === undefined && CONVENTIONAL_COMPONENT.test(path));
  return files.map((file) => ({
    ...file,
    role: isInstructions(file.path) ? 'instructions' : roleOfOther(file),
  }));
}

function roleOfOther(file: PluginFile): FileRole {
  const [role] = BY_PATH.find(([, pattern]) => pattern.test(file.path)) ?? [];
  if (role !== undefined) return role;
  if (isProgram(file)) return 'script';
  const isDocumentation = DOCUMENTATION.test(file.path) && !REFERENCES.test(file.path);
  return isDocumentation ? 'documentation' : 'reference';
}

/** Whether a system starts it: it is executable, or begins with `#!`. */
const isProgram = ({ mode, content }: PluginFile): boolean =>
  mode === 0o755 || (content[0] === 0x23 && content[1] === 0x21);

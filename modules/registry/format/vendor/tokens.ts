import { PLUGIN_DIR_TOKEN } from '../../contract/hook-format.js';

/** Variables that vendors set to the folder of a plugin. */
export const ROOT_VARIABLES = [
  'CLAUDE_PLUGIN_ROOT',
  'CODEX_PLUGIN_ROOT',
  'CURSOR_PLUGIN_ROOT',
  'COPILOT_PLUGIN_ROOT',
  'TESSL_PLUGIN_DIR',
  'PLUGIN_ROOT',
] as const;
const NAMES = ROOT_VARIABLES.join('|');
/** Also with a value for the case that it is unset, which it never is; in that value another variable may stand. */
const ROOT = new RegExp(
  String.raw`\$\{(?:extensionPath|(?:${NAMES})(?::?[-=?][^{}]*(?:\{[^{}]*\}[^{}]*)*)?)\}|\$(?:${NAMES})\b`,
  'g',
);
const SEPARATOR = /\$\{(?:\/|pathSeparator)\}/g;
const BACKSLASHES = /(?<=\$\{SVC_PLUGIN_DIR\})(?:\\[\w.-]+)+/g;
const PROJECT =
  /\$\{(?:workspacePath|CLAUDE_PROJECT_DIR|CURSOR_PROJECT_DIR|GEMINI_PROJECT_DIR)\}|\$(?:CLAUDE|CURSOR|GEMINI)_PROJECT_DIR\b/g;
/** What a vendor's own installer asks a person for, or keeps for the plugin. */
const WITHOUT_COUNTERPART =
  /\$\{(?:user_config\.[^}]*|(?:CLAUDE_)?PLUGIN_DATA)\}|\$(?:CLAUDE_)?PLUGIN_DATA\b/;

/** The text with our token in place of the vendors' names for the plugin's folder. */
export function withOurToken(text: string): string {
  return text
    .replaceAll(ROOT, () => PLUGIN_DIR_TOKEN)
    .replaceAll(SEPARATOR, '/')
    .replaceAll(BACKSLASHES, (path) => path.replaceAll('\\', '/'));
}

/** The same in a text that agents read, where only a path helps. `server`: what the vendor puts before the names of the plugin's tool servers. */
export function withFolder(text: string, folder: string): string {
  return text.replaceAll(ROOT, () => folder);
}

/** The text with the variable that names the project's folder for every hook. */
export function withProjectVariable(text: string): string {
  return text.replaceAll(PROJECT, () => '${SVC_PROJECT_DIR}');
}

export const namesProject = (text: string): boolean => text.search(PROJECT) !== -1;

/** A variable in the text that nothing of ours stands for. */
export function foreignVariable(text: string): string | undefined {
  return WITHOUT_COUNTERPART.exec(text)?.[0];
}

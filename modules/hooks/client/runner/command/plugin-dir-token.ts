import {
  PLUGIN_DIR_TOKEN,
  replacePluginDir,
  type Quote,
} from '../../../../install/contract/plugin-dir-token.js';

/** Exec form: no shell reads the text, so the path itself is put in. */
export function insertPluginDir(text: string, folder: string): string {
  return text.replaceAll(PLUGIN_DIR_TOKEN, () => folder);
}

/** How the token is written so that the shell expands it as one word, whatever is in the path. */
const quoted: Readonly<Record<Quote, string>> = {
  none: `"${PLUGIN_DIR_TOKEN}"`,
  double: PLUGIN_DIR_TOKEN,
  single: `'"${PLUGIN_DIR_TOKEN}"'`,
};

/**
 * Shell form: the path never becomes part of the command's text; the shell reads it from the environment. Where the author
 * left the token unquoted, or quoted it so that nothing is expanded, quotes are added.
 */
export function quotePluginDir(command: string): string {
  return replacePluginDir(command, quoted);
}

import {
  PLUGIN_DIR_TOKEN,
  replacePluginDir,
  type Quote,
} from '../../../../install/contract/plugin-dir-token.js';

/** Exec form: the path itself is inserted, because no shell parses the text. */
export function insertPluginDir(text: string, folder: string): string {
  return text.replaceAll(PLUGIN_DIR_TOKEN, () => folder);
}

/** The token in a form that the shell expands to a single word, by the quotes around it. */
const quoted: Readonly<Record<Quote, string>> = {
  none: `"${PLUGIN_DIR_TOKEN}"`,
  double: PLUGIN_DIR_TOKEN,
  single: `'"${PLUGIN_DIR_TOKEN}"'`,
};

/**
 * Shell form: the shell reads the path from the environment, so that it never becomes part of the command's text. Quotes are added where the
 * author left the token unquoted, or quoted it in a way that prevents expansion.
 */
export function quotePluginDir(command: string): string {
  return replacePluginDir(command, quoted);
}

/** Keys from the outermost object inwards. */
export type ConfigPath = readonly string[];

/** What is written at a path: an object of texts, numbers, booleans, lists and further objects. */
export type ConfigEntry = Readonly<Record<string, unknown>>;

export type ConfigFormat = 'json' | 'toml';

/**
 * The configuration file of an agent, which its user edits too. Edits answer a new document and leave every byte outside
 * the entry alone: comments, order, indentation, line ends. Setting and then removing an entry gives the original bytes.
 */
export interface ConfigDocument {
  /** The file as messages name it. */
  readonly file: string;
  /** All of it, with its byte order mark. */
  readonly text: string;
  /** The value at a path as JSON would have it; `undefined` when there is none. Throws `project_file_invalid` when a key on the way is doubled. */
  get(path: ConfigPath): unknown;
  /** Adds or replaces an entry, and makes the objects on the way. Throws `project_file_invalid` when something else stands there. */
  set(path: ConfigPath, entry: ConfigEntry): ConfigDocument;
  /** Removes an entry; the same text when there is none. */
  remove(path: ConfigPath): ConfigDocument;
  /** Removes the object or list at a path if nothing is left in it, not even a comment. The empty path means all that the file says. */
  prune(path: ConfigPath): ConfigDocument;
}

const parsers = {
  json: async () => (await import('../json/json-config.js')).JsonConfig,
  // two parsers that nobody needs who has no such file
  toml: async () => (await import('../toml/toml-config.js')).TomlConfig,
} as const;

/** Reads an agent's file; an empty one has no entries. Throws `project_file_invalid` with the line when it is not sound. */
export async function parseConfig(
  format: ConfigFormat,
  file: string,
  source: string,
): Promise<ConfigDocument> {
  const parser = await parsers[format]();
  return parser.parse(file, source);
}

/** Keys from the outermost object inwards. */
export type ConfigPath = readonly string[];

/** What is written at a path: an object of texts, numbers, booleans, lists and further objects. */
export type ConfigEntry = Readonly<Record<string, unknown>>;

export type ConfigFormat = 'json' | 'toml';

/**
 * An agent's configuration file, which its user edits too. Edits return a new document and keep every byte outside
 * the entry: comments, order, indentation, line ends. Setting and then removing an entry restores the original bytes.
 */
export interface ConfigDocument {
  /** The file's name in messages. */
  readonly file: string;
  /** The whole text, including its byte order mark. */
  readonly text: string;
  /** The value at a path as plain JSON data; `undefined` if there is none. Throws `project_file_invalid` for a duplicate key on the way. */
  get(path: ConfigPath): unknown;
  /** Adds or replaces an entry and creates the objects on the way. Throws `project_file_invalid` if another kind of value is in the way. */
  set(path: ConfigPath, entry: ConfigEntry): ConfigDocument;
  /** Removes an entry; the same text when there is none. */
  remove(path: ConfigPath): ConfigDocument;
  /** Removes the object or list at a path if it is empty and has no comments. The empty path means the whole file. */
  prune(path: ConfigPath): ConfigDocument;
}

const parsers = {
  json: async () => (await import('../json/json-config.js')).JsonConfig,
  // loaded on demand: TOML needs two parsers, and most commands edit no TOML file
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

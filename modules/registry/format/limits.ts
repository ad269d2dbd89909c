/** The file that makes a folder a plugin. */
export const MANIFEST_PATH = '.svc-plugin/plugin.json';
export const TOOL_SERVERS_PATH = '.mcp.json';
export const IGNORE_PATH = '.svcignore';

const KB = 1024;
const MB = 1024 * KB;

/** Limits for a plugin and its archive. Bytes, unless said otherwise. */
export interface Limits {
  readonly compressedBytes: number;
  readonly unpackedBytes: number;
  readonly fileBytes: number;
  /** Unpacked to compressed size; checked from `ratioFromBytes` unpacked bytes on. */
  readonly ratio: number;
  readonly ratioFromBytes: number;
  /** Entries of an archive, of any kind. */
  readonly entries: number;
  /** Extended headers of an archive, all together. */
  readonly extendedHeaderBytes: number;
  /** Of the manifest, and of `.mcp.json`. */
  readonly manifestBytes: number;
  readonly frontMatterBytes: number;
  readonly ignoreBytes: number;
  /** A larger Markdown file is not searched for links. */
  readonly markdownBytes: number;
  /** All Markdown that is searched for links. */
  readonly markdownTotalBytes: number;
}

export const limits: Limits = {
  compressedBytes: 32 * MB,
  unpackedBytes: 128 * MB,
  fileBytes: 25 * MB,
  ratio: 50,
  ratioFromBytes: 8 * MB,
  entries: 5000,
  extendedHeaderBytes: 4 * MB,
  manifestBytes: 256 * KB,
  frontMatterBytes: 64 * KB,
  ignoreBytes: 64 * KB,
  markdownBytes: 256 * KB,
  markdownTotalBytes: 4 * MB,
};

import { MOST_ARCHIVE_BYTES } from '../contract/read-upload.js';

/** The file that makes a folder a plugin. */
export const MANIFEST_PATH = '.svc-plugin/plugin.json';
export const TOOL_SERVERS_PATH = '.mcp.json';
export const IGNORE_PATH = '.svcignore';

const KB = 1024;
const MB = 1024 * KB;

/** Limits for a plugin and its archive. Bytes, unless said otherwise. */
export const limits = {
  compressedBytes: MOST_ARCHIVE_BYTES,
  unpackedBytes: 128 * MB,
  fileBytes: 25 * MB,
  /** Unpacked to compressed size; checked from `ratioFromBytes` unpacked bytes on. */
  ratio: 50,
  ratioFromBytes: 8 * MB,
  /** Entries of an archive, of any kind. */
  entries: 5000,
  /** Extended headers of an archive, all together. */
  extendedHeaderBytes: 4 * MB,
  /** Of the manifest, and of `.mcp.json`. */
  manifestBytes: 256 * KB,
  frontMatterBytes: 64 * KB,
  ignoreBytes: 64 * KB,
  /** A larger Markdown file is not searched for links. */
  markdownBytes: 256 * KB,
  /** All Markdown that is searched for links. */
  markdownTotalBytes: 4 * MB,
};

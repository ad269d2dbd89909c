import type { Field, Section } from './field.js';
import type { Shape } from './shape.js';
import { TEXT, U64, choice, listOf, mapOf, text } from './shapes.js';

const MODE = choice('read', 'write', 'local', 'localwithoverrides');
const PATTERNS: Shape = listOf(text('linear-pattern'));

export const FILE_SECTIONS: readonly Section[] = [
  {
    path: 'feature.fs',
    doc: 'Which files the process opens in the target and which locally. A mode may stand in its place; `true` means `read`, `false` means `local`. A path is decided in this order: `mapping`, the lists, sets that are built in, `mode`. Patterns are regular expressions that ignore case and match anywhere in a path; they write slashes forward, also for paths with a drive letter, which they see without the letter.',
    shorthands: [
      { form: true, sets: { mode: 'read' } },
      { form: false, sets: { mode: 'local' } },
      { form: MODE, sets: 'mode' },
    ],
  },
];

export const FILE_FIELDS: readonly Field[] = [
  {
    path: 'feature.fs.mode',
    shape: MODE,
    doc: 'What happens with a path that nothing else decides. `read`: it is read in the target and written locally. `write`: it is read and written in the target. `local`: it is opened locally. `localwithoverrides`: it is opened locally, unless a list or a set that is built in says otherwise.',
    fallback: 'read',
    env: [
      { name: 'LNK_FILE_MODE' },
      { name: 'LNK_FILE_OPS', values: { true: 'write', false: null } },
      { name: 'LNK_FILE_RO_OPS', values: { true: 'read', false: 'local' } },
    ],
    flags: [
      {
        input: 'fsMode',
        name: '--fs-mode',
        values: { 'local-with-overrides': 'localwithoverrides' },
      },
    ],
  },
  {
    path: 'feature.fs.read_write',
    shape: PATTERNS,
    doc: 'Patterns of paths that are read and written in the target.',
    fallbackText: 'none',
    env: [{ name: 'LNK_FILE_READ_WRITE_PATTERN' }],
  },
  {
    path: 'feature.fs.read_only',
    shape: PATTERNS,
    doc: 'Patterns of paths that are read in the target. A file that is opened for writing, or for reading and writing, is opened locally.',
    fallbackText: 'none',
    env: [{ name: 'LNK_FILE_READ_ONLY_PATTERN' }],
  },
  {
    path: 'feature.fs.local',
    shape: PATTERNS,
    doc: 'Patterns of paths that are opened locally.',
    fallbackText: 'none',
    env: [{ name: 'LNK_FILE_LOCAL_PATTERN' }],
  },
  {
    path: 'feature.fs.not_found',
    shape: PATTERNS,
    doc: 'Patterns of paths that do not exist for the process.',
    fallbackText: 'none',
  },
  {
    path: 'feature.fs.mapping',
    shape: mapOf(TEXT, 'linear-pattern'),
    doc: 'Patterns of paths, each with what replaces the part that matches, before anything else is decided. `$1` and `${name}` in the replacement stand for groups of the pattern. Of several patterns the first in the file counts. Relative paths are not replaced.',
    fallbackText: 'none',
  },
  {
    path: 'feature.fs.prefetch',
    shape: { type: 'list', of: text('absolute-path') },
    doc: 'Paths in the target, each beginning with `/`, that are copied into a temporary local folder before the process starts, folders with all that is in them. Reads, and in mode `write` writes too, go to the copy and never reach the target; to create, delete and rename still does. What changes in the target afterwards is not seen. The copy is not encrypted, and stays when the session is killed. Where paths have drive letters the field does nothing.',
    fallbackText: 'none',
  },
  {
    path: 'feature.fs.prefetch_timeout',
    shape: U64,
    doc: 'How many seconds one request may take while files are copied for `prefetch`. A path that takes longer is left out with a warning, and read in the target.',
    fallback: 30,
  },
  {
    path: 'feature.fs.readonly_file_buffer',
    shape: U64,
    doc: 'How many bytes of a file that is only read are fetched ahead; `0` fetches none. More than 1 MiB gives a warning, more than 15 MiB is refused.',
    fallback: 128_000,
  },
];

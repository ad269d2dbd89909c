import { posix } from 'node:path';
import { runInside } from '../../../../sandbox/contract/run-inside.js';
import type { Sandbox } from '../../../../sandbox/contract/index.js';
import { isUncommon, type Traces } from '../../../isolation/traces.js';
import { requireSuccess } from './put-files.js';

const SECONDS = 120;
/** Bytes of what is found. */
const MOST = 4 * 1024 * 1024;

/** The patterns are in a file that has no name any more when the search begins. An agent must not find them. */
const SEARCH = `
f=$(mktemp) && cat > "$f" && exec 3< "$f" && rm -- "$f" || exit 2
find "$@" -xdev -type f -exec grep -FaoHZ -f /dev/fd/3 -- {} +
exit 0
`;

/** A trace of a context, and the file of the sandbox that has it. */
export interface Found {
  readonly file: string;
  /** The part of a line, or the name of a skill. */
  readonly trace: string;
}

/** Searches all files below folders of the sandbox. */
export async function searchPlace(
  sandbox: Sandbox,
  { lines, names }: Traces,
  folders: readonly string[],
): Promise<readonly Found[]> {
  const patterns = [...lines.keys(), ...names.filter(isUncommon)];
  const texts = patterns.length === 0 ? [] : await searchTexts(sandbox, patterns, folders);
  const paths = names.length === 0 ? [] : await searchPaths(sandbox, names, folders);
  return [...texts, ...paths];
}

async function searchTexts(
  sandbox: Sandbox,
  patterns: readonly string[],
  folders: readonly string[],
): Promise<readonly Found[]> {
  const ended = await runInside(sandbox, {
    program: 'sh',
    args: ['-c', SEARCH, 'sh', ...folders],
    input: `${patterns.join('\n')}\n`,
    seconds: SECONDS,
    most: MOST,
  });
  requireSuccess(ended, 'The search for traces of the context');
  const found = ended.stdout.split('\n').flatMap((line): Found[] => {
    const [file, trace] = line.split('\0');
    return file === undefined || trace === undefined ? [] : [{ file, trace }];
  });
  return distinct(found);
}

/** Folders of skills of these names. */
async function searchPaths(
  sandbox: Sandbox,
  names: readonly string[],
  folders: readonly string[],
): Promise<readonly Found[]> {
  const simple = names.filter((name) => /^[\w.-]+$/.test(name));
  if (simple.length === 0) return [];
  const which = simple.flatMap((name) => ['-o', '-path', `*/${name}/SKILL.md`]).slice(1);
  const ended = await runInside(sandbox, {
    program: 'find',
    args: [...folders, '-xdev', '(', ...which, ')', '-print0'],
    seconds: SECONDS,
  });
  return ended.stdout
    .split('\0')
    .filter(Boolean)
    .map((file) => ({ file, trace: posix.basename(posix.dirname(file)) }));
}

const distinct = (found: readonly Found[]): readonly Found[] => [
  ...new Map(found.map((each) => [`${each.file}\0${each.trace}`, each])).values(),
];

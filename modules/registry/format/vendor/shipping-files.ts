import { by } from '../../../../toolbox/by.js';
import type { LooseFile } from '../../contract/plugin-format.js';
import { Findings } from '../findings.js';
import { IgnoreRules, type IgnoreVerdict } from '../ignore-rules.js';
import { isVersionControl, unshipped, type LeftOutList } from '../left-out.js';
import { IGNORE_PATH, limits, MANIFEST_PATH } from '../limits.js';
import { CollisionCheck, pathProblem } from '../portable-path.js';

/** What the files that are written by the conversion may need of the format's limits. */
const RESERVED = { bytes: 8 * 1024 * 1024, entries: 500 };

/** The files that can be part of a plugin; the others are named. */
export function shippingFiles(files: readonly LooseFile[], leftOut: LeftOutList): LooseFile[] {
  const sound = withSoundPaths(files, leftOut);
  const verdict = verdictsOf(sound);
  const shipping = sound.filter(({ path }) => {
    if (path === MANIFEST_PATH || path === IGNORE_PATH) {
      leftOut.add(path, 'it belongs to the form that this plugin is converted to');
      return false;
    }
    const found = verdict(path);
    if (found === 'ships') return true;
    const { what, why } = unshipped(path, found);
    leftOut.add(what, why);
    return false;
  });
  return withinLimits(withoutClashes(shipping, leftOut), leftOut);
}

function withSoundPaths(files: readonly LooseFile[], leftOut: LeftOutList): readonly LooseFile[] {
  return files.filter(({ path }) => {
    if (isVersionControl(path)) return false;
    const problem = pathProblem(path);
    if (problem !== undefined) leftOut.add(path.slice(0, 200), problem);
    return problem === undefined;
  });
}

/** The patterns of a plugin that has a `.svcignore` although it is in another form; without effect if they cannot be used. */
function verdictsOf(files: readonly LooseFile[]): (path: string) => IgnoreVerdict {
  const findings = new Findings();
  const own = files.find(({ path }) => path === IGNORE_PATH)?.content;
  const rules = IgnoreRules.read(own, findings);
  const paths = files.map(({ path }) => path);
  const verdicts = rules.verdicts(paths) ?? new IgnoreRules().verdicts(paths);
  return (path) => verdicts?.get(path) ?? 'ships';
}

function withoutClashes(files: readonly LooseFile[], leftOut: LeftOutList): readonly LooseFile[] {
  const collisions = new CollisionCheck();
  return [...files].sort(by(({ path }) => path)).filter(({ path }) => {
    const other = collisions.add(path);
    if (other !== undefined)
      leftOut.add(path, `"${other}" is the same file or folder on some systems`);
    return other === undefined;
  });
}

/** Small files first: what agents read is small. */
function withinLimits(files: readonly LooseFile[], leftOut: LeftOutList): LooseFile[] {
  const kept: LooseFile[] = [];
  let bytes = RESERVED.bytes;
  for (const file of [...files].sort((a, b) => a.content.length - b.content.length)) {
    const { length } = file.content;
    bytes += length;
    if (length > limits.fileBytes)
      leftOut.add(file.path, `it has ${length} bytes; at most ${limits.fileBytes} are allowed`);
    else if (bytes > limits.unpackedBytes || kept.length >= limits.entries - RESERVED.entries)
      leftOut.add(
        file.path,
        `a plugin has at most ${limits.entries} files and ${limits.unpackedBytes} bytes`,
      );
    else kept.push(file);
  }
  return kept;
}

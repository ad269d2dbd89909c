import { posix } from 'node:path';
import type { ErrorIssue } from 'svc-registry/kernel';
import type { LooseFile, PluginContents, VendorSource } from '../../contract/plugin-format.js';
import { checkPlugin } from '../check-plugin.js';
import { MANIFEST_PATH, TOOL_SERVERS_PATH } from '../limits.js';
import { manifestWith } from '../manifest-file.js';
import { rulesBroken } from '../rules-broken.js';
import type { Draft } from './draft.js';

type Manifest = Readonly<Record<string, unknown>>;

/** How often parts that the check refuses are left out before it is given up. */
const ROUNDS = 20;

/**
 * The plugin, checked by the rules of every plugin. A part that they refuse, although it was converted, is left out and named. Throws
 * `plugin_invalid` for what concerns no part.
 */
export function checkedContents(
  manifest: LooseFile,
  draft: Draft,
  { source }: VendorSource,
): PluginContents {
  let current = manifest;
  for (let round = 0; ; round += 1) {
    const { contents, errors } = checkPlugin({ files: [...draft.all(), current] });
    if (contents !== undefined)
      return {
        ...contents,
        files: contents.files.map((file) => ({
          ...file,
          content: draft.kept.get(file.path) ?? file.content,
        })),
        warnings: [...draft.warnings, ...contents.warnings],
        leftOut: draft.leftOut.all(),
      };
    const next = withoutRefused(current, errors, draft);
    if (next === undefined || round === ROUNDS)
      throw rulesBroken(`The plugin in ${source}`, errors);
    current = next;
  }
}

/** The manifest without the parts that errors are about; `undefined` when none is about a part. */
function withoutRefused(
  current: LooseFile,
  errors: readonly ErrorIssue[],
  draft: Draft,
): LooseFile | undefined {
  const before = JSON.parse(Buffer.from(current.content).toString()) as Manifest;
  let after = before;
  let isChanged = false;
  for (const error of errors) {
    const part = partOf(error, after);
    if (part === undefined) continue;
    draft.leftOut.add(part.what, error.message);
    if (part.file !== undefined) draft.remove(part.file);
    after = part.manifest;
    isChanged = true;
  }
  return isChanged ? manifestWith(after) : undefined;
}

interface Part {
  readonly what: string;
  readonly file?: string;
  readonly manifest: Manifest;
}

function partOf({ file = '', field = '' }: ErrorIssue, manifest: Manifest): Part | undefined {
  if (file === TOOL_SERVERS_PATH) return { what: file, file, manifest };
  if (file !== MANIFEST_PATH) return listedPart(file, manifest);
  const [key = ''] = /^[^.[]*/.exec(field) ?? [];
  if (!['hooks', 'nativeHooks', 'agents', 'author', 'keywords'].includes(key)) return undefined;
  return { what: key, manifest: without(manifest, key) };
}

function without(manifest: Manifest, key: string): Manifest {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== key));
}

/** The skill, rule or sub-agent that a file belongs to. */
function listedPart(file: string, manifest: Manifest): Part | undefined {
  for (const key of ['skills', 'rules', 'agents']) {
    const list = Array.isArray(manifest[key]) ? (manifest[key] as string[]) : [];
    const entry = list.find((path) => file === path || isIn(file, posix.normalize(path)));
    if (entry !== undefined)
      return {
        what: entry,
        manifest: { ...manifest, [key]: list.filter((path) => path !== entry) },
      };
  }
  return undefined;
}

const isIn = (file: string, folder: string): boolean =>
  folder === './' || file.startsWith(`${folder.replace(/\/$/, '')}/`);

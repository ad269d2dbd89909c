import type { LooseFile } from '../../../../registry/contract/plugin-format.js';
import { parsedJson } from '../../../../../toolbox/parsed-json.js';
import { fieldsOf, isRecord } from '../../../../../toolbox/type-guards.js';
import { isPluginName } from '../../project/paths.js';
import { MANIFESTS } from '../collection/find-skills.js';

/** No manifest that somebody wrote by hand is larger. */
const MAX_BYTES = 1024 * 1024;

/** What a manifest says about its plugin before anything is checked. */
export interface ManifestCard {
  readonly name: string | undefined;
  readonly description: string;
  /** Whether it is in our form: then the name is `<workspace>/<plugin>`. */
  readonly own: boolean;
}

/** Reads a manifest; a text says why it cannot be read, and `undefined` that it is a file of another kind that has the same name. */
export function readManifestCard(
  manifest: string,
  { content }: Pick<LooseFile, 'content'>,
): ManifestCard | string | undefined {
  if (content.length > MAX_BYTES)
    return `its ${manifest} has ${content.length} bytes; at most ${MAX_BYTES} are allowed`;
  const value = parsedJson(
    Buffer.from(content)
      .toString('utf8')
      .replace(/^\uFEFF/, ''),
  );
  const { name, description, summary } = fieldsOf(value);
  const isName = typeof name === 'string' && isPluginName(name);
  // tiles of maps and games have files of this name too
  if (manifest === 'tile.json' && !isName) return undefined;
  if (!isRecord(value)) return `its ${manifest} is not a JSON object`;
  const own = MANIFESTS.includes(manifest);
  if (own && !isName) return `its ${manifest} has no name in the form <workspace>/<plugin>`;
  const text = [description, summary].find((one) => typeof one === 'string') ?? '';
  return { name: typeof name === 'string' ? name : undefined, description: text, own };
}

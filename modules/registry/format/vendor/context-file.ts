import type { LooseFile } from '../../contract/plugin-format.js';
import { pluginPath } from '../relative-path.js';
import type { Form } from './forms.js';
import { Finds, listedPaths, type Found } from './found.js';

/** The files that a manifest has read into every session. They are looked for among all files: those of such names do not ship. */
export function findContext(form: Form, files: readonly LooseFile[]): Found<LooseFile> {
  const finds = new Finds<LooseFile>();
  const { context } = form.facts;
  if (context === undefined) return finds;
  const named = form.fields.get('contextFileName');
  const paths = named === undefined ? [context] : listedPaths(named, finds);
  for (const path of paths) {
    const file = files.find((other) => pluginPath(other.path) === path);
    if (file !== undefined) finds.parts.set(path, file);
    else if (named !== undefined)
      finds.problem(path, '"contextFileName" names it, and the plugin does not have it');
  }
  return finds;
}

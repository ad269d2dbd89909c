import type { LooseFile } from '../contract/plugin-format.js';
import { writeArchive } from './archive/index.js';
import { Findings } from './findings.js';
import { splitByIgnoreRules } from './loose-files.js';
import { rulesBroken } from './rules-broken.js';
import { checkShipping } from './shipping.js';

/** An archive of what ships, which may be no valid plugin. Throws `plugin_invalid` for what the archive's readers would refuse. */
export async function packFiles(loose: readonly LooseFile[], source: string): Promise<Uint8Array> {
  const { files } = splitByIgnoreRules(loose);
  const findings = new Findings();
  checkShipping(files, findings);
  if (findings.errors.length > 0) throw rulesBroken(`What is in ${source}`, findings.errors);
  const packed = files.map(({ path, executable, content }) => ({
    path,
    mode: executable ? (0o755 as const) : (0o644 as const),
    content,
  }));
  return (await writeArchive(packed)).archive;
}

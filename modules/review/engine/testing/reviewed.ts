import { withRoles } from '../../../registry/format/file-roles.js';
import { analyse } from '../analyse.js';

/** What the whole engine finds in texts of a bundle, worst first, as `<severity> <rule>`. */
export async function reviewed(files: Readonly<Record<string, string>>): Promise<string[]> {
  const bundle = Object.entries(files).map(([path, text]) => ({
    path,
    mode: 0o644 as const,
    content: Buffer.from(text),
  }));
  const { findings } = await analyse(withRoles(bundle));
  return findings.map(({ severity, rule }) => `${severity} ${rule}`);
}

/** The same of one shell program. */
export const reviewedShell = (text: string): Promise<string[]> =>
  reviewed({ 'scripts/run.sh': `${text}\n` });

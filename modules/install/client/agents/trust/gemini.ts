import { dirname, join } from 'node:path';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';
import { isWithin, needsTrustHere } from './folders.js';
import { lookAt } from './user-file.js';

const STEP =
  'Gemini CLI ignores the tool servers and hooks of a folder that you have not trusted: start `gemini` here and trust it.';
const REFUSED =
  'Gemini CLI ignores the tool servers and hooks here, because you chose not to trust the folder: `/permissions` in `gemini` changes that.';

/** Gemini CLI keeps a list of folders beside its settings; the longest entry that covers a folder decides. */
export class GeminiTrust implements AgentBehaviour {
  async trust(site: AgentSite): Promise<readonly TrustReport[]> {
    const { root, home, env } = site;
    if (!needsTrustHere(site)) return [];
    const level =
      levelOfVariable(env) ??
      (await levelOfFiles(root, { folder: join(env['GEMINI_CLI_HOME'] || home, '.gemini'), env }));
    if (level === 'unknown') return [{ state: 'unknown', step: STEP }];
    if (level === 'DO_NOT_TRUST') return [{ state: 'untrusted', step: REFUSED }];
    return [{ state: level === undefined ? 'untrusted' : 'trusted', step: STEP }];
  }
}

type Level = 'TRUST_FOLDER' | 'TRUST_PARENT' | 'DO_NOT_TRUST' | 'unknown' | undefined;

function levelOfVariable(env: AgentSite['env']): Level {
  const forced = env['GEMINI_CLI_TRUST_WORKSPACE'];
  return forced === 'true' ? 'TRUST_FOLDER' : forced === 'false' ? 'DO_NOT_TRUST' : undefined;
}

async function levelOfFiles(
  root: string,
  { folder, env }: { folder: string; env: AgentSite['env'] },
): Promise<Level> {
  const settings = await lookAt(join(folder, 'settings.json'), 'json');
  const folders = await lookAt(
    env['GEMINI_CLI_TRUSTED_FOLDERS_PATH'] || join(folder, 'trustedFolders.json'),
    'json',
  );
  if (settings === undefined || folders === undefined) return 'unknown';
  const asks = fieldsOf(fieldsOf(settings['security'])['folderTrust'])['enabled'];
  return asks === false ? 'TRUST_FOLDER' : levelOf(root, folders);
}

async function levelOf(root: string, folders: Readonly<Record<string, unknown>>): Promise<Level> {
  const entries = Object.entries(folders).sort(([a], [b]) => b.length - a.length);
  for (const [folder, level] of entries) {
    const isParent = level === 'TRUST_PARENT';
    const isLevel = isParent || level === 'TRUST_FOLDER' || level === 'DO_NOT_TRUST';
    if (isLevel && (await isWithin(root, isParent ? dirname(folder) : folder))) return level;
  }
  return undefined;
}

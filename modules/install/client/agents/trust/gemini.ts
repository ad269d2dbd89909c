import { createHash } from 'node:crypto';
import { readPlainFile } from '../../../../../toolbox/plain-file.js';
import { dirname, join } from 'node:path';
import { codeOf } from '../../../../../toolbox/file-errors.js';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';
import { isWithin, needsTrustHere } from './folders.js';
import { lookAt } from './user-file.js';

const STEP =
  'Gemini CLI ignores the tool servers, hooks and sub-agents of a folder that you have not trusted: start `gemini` here and trust it';
const REFUSED =
  'Gemini CLI ignores the tool servers, hooks and sub-agents here, because you chose not to trust the folder: `/permissions` in `gemini` changes that.';

/**
 * Gemini CLI keeps a list of folders beside its settings; the longest entry that covers a folder decides. In another file it keeps which
 * sub-agents of a project a person has acknowledged, each by the hash of its file.
 */
export class GeminiTrust implements AgentBehaviour {
  async trust(site: AgentSite): Promise<readonly TrustReport[]> {
    const { root, home, env, wrote, scope } = site;
    if (scope === 'user' || !(needsTrustHere(site) || wrote.subagents.length > 0)) return [];
    const folder = join(env['GEMINI_CLI_HOME'] || home, '.gemini');
    const level = levelOfVariable(env) ?? (await levelOfFiles(root, { folder, env }));
    const step = `${STEP}${wrote.subagents.length > 0 ? ', and acknowledge its sub-agents' : ''}.`;
    if (level === 'unknown') return [{ state: 'unknown', step }];
    if (level === 'DO_NOT_TRUST') return [{ state: 'untrusted', step: REFUSED }];
    if (level === undefined) return [{ state: 'untrusted', step }];
    return [{ state: 'trusted', step }, ...(await acknowledgement(site, folder))];
  }
}

/** It passes over the others without a word, also in a run without a person. */
async function acknowledgement(
  { root, wrote }: AgentSite,
  folder: string,
): Promise<readonly TrustReport[]> {
  const projects = await lookAt(join(folder, 'acknowledgments/agents.json'), 'json');
  const acknowledged = fieldsOf(projects?.[root]);
  const waiting: string[] = [];
  for (const name of wrote.subagents) {
    const hash = hashOf(join(root, '.gemini/agents', `${name}.md`));
    if (hash !== undefined && acknowledged[name] !== hash) waiting.push(name);
  }
  if (waiting.length === 0) return [];
  const step = `Gemini CLI passes over sub-agents that you have not acknowledged: start \`gemini\` here and agree to ${waiting.join(', ')}.`;
  return [{ state: projects === undefined ? 'unknown' : 'untrusted', step }];
}

/** `undefined` where there is no such file. */
function hashOf(file: string): string | undefined {
  try {
    return createHash('sha256').update(readPlainFile(file)).digest('hex');
  } catch (error) {
    if (codeOf(error) !== undefined) return undefined;
    throw error;
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

import { readFile, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fieldsOf } from '../../../../../toolbox/type-guards.js';
import type { AgentBehaviour, AgentSite, TrustReport } from '../../../contract/agents.js';
import { lookAt } from './user-file.js';
import { reviewedHooks } from './codex-hooks.js';

const REVIEW = 'Codex runs no hook before you have reviewed it: start `codex` and enter `/hooks`.';

/** Codex stores both in its own configuration: which folders are trusted and which hooks were reviewed. */
export class CodexTrust implements AgentBehaviour {
  async trust(site: AgentSite): Promise<readonly TrustReport[]> {
    const { wrote, scope, root, home, env } = site;
    if (!wrote.hooks && (!wrote.toolServers || scope === 'user')) return [];
    const folder = env['CODEX_HOME'] || join(home, '.codex');
    const config = await lookAt(join(folder, 'config.toml'), 'toml');
    if (config === undefined)
      return [
        {
          state: 'unknown',
          step: 'Codex needs your trust in the folder, and its config.toml cannot be read.',
        },
      ];
    if (scope === 'project' && !(await isTrusted(config, root)))
      return [{ state: 'untrusted', step: trustStep(site) }];
    if (!wrote.hooks) return [{ state: 'trusted', step: '' }];
    const file = join(scope === 'user' ? folder : join(root, '.codex'), 'hooks.json');
    return [{ state: await reviewState(config, file), step: REVIEW }];
  }
}

/** Only the folder itself or the root of its repository counts, as written: no parent folders, and links are not followed. */
async function isTrusted(
  config: Readonly<Record<string, unknown>>,
  root: string,
): Promise<boolean> {
  const projects = fieldsOf(config['projects']);
  const folders = [root, ...(await repositoryRoots(root))];
  return folders.some((folder) => fieldsOf(projects[folder])['trust_level'] === 'trusted');
}

/** The root of the repository that a folder is in; of a linked worktree that of the main one, too. */
async function repositoryRoots(folder: string): Promise<readonly string[]> {
  const git = join(folder, '.git');
  const info = await stat(git).catch(() => undefined);
  if (info === undefined) return dirname(folder) === folder ? [] : repositoryRoots(dirname(folder));
  if (!info.isFile()) return [folder];
  const [, worktree] =
    /^gitdir:[ \t]*(.+?)[/\\]\.git[/\\]worktrees[/\\]/.exec(await readFile(git, 'utf8')) ?? [];
  return worktree === undefined ? [folder] : [folder, resolve(folder, worktree)];
}

function trustStep({ wrote }: AgentSite): string {
  const ignored = [
    ...(wrote.toolServers ? ['tool servers'] : []),
    ...(wrote.hooks ? ['hooks'] : []),
  ].join(' and ');
  const review = wrote.hooks ? ', then review the hooks with `/hooks`' : '';
  return `Codex ignores the ${ignored} of a folder that you have not trusted: start \`codex\` here and trust it${review}.`;
}

async function reviewState(
  config: Readonly<Record<string, unknown>>,
  file: string,
): Promise<TrustReport['state']> {
  const hooks = await lookAt(file, 'json');
  if (hooks === undefined) return 'unknown';
  const state = fieldsOf(fieldsOf(config['hooks'])['state']);
  return reviewedHooks(file, hooks, state) ? 'trusted' : 'untrusted';
}

import { invalidInput } from 'svc-registry/kernel';
import type { WantedSkill } from '../../../registry/contract/skills.js';

const REFERENCE = /^([a-z0-9-]+)\/([\w.-]+)(?:@([0-9A-Za-z.+-]+))?(?:#([^#\s]+))?$/;
const FILE = /^file:([^#]+)(?:#([^#]+))?$/;

/** A skill in the repository. */
export interface SkillInRepository {
  /** A folder, with `/`, relative to the root; empty for the root itself. */
  readonly path: string;
  readonly skill: string | undefined;
}

/** The published skill that a reference names. Throws `invalid_input`. */
export function wantedSkill(reference: string): WantedSkill {
  const [, workspace, name, version, skill] = REFERENCE.exec(reference) ?? [];
  if (workspace === undefined || name === undefined)
    throw invalidInput({
      what: `"${reference}" names no skill.`,
      hint: 'Write <workspace>/<skill>, <workspace>/<plugin>#<skill>, or file:<path>[#<skill>] for one in the repository.',
    });
  return skill === undefined
    ? { workspace, skill: name, version }
    : { workspace, plugin: name, skill, version };
}

/** The skill in the repository that a reference names; `undefined` for a published one. Throws `invalid_input`. */
export function skillInRepository(reference: string): SkillInRepository | undefined {
  if (!reference.startsWith('file:')) return undefined;
  const [, path, skill] = FILE.exec(reference) ?? [];
  const folder = path === undefined ? undefined : folderInside(path);
  if (folder === undefined)
    throw invalidInput({
      what: `"${reference}" names no skill of the repository.`,
      hint: 'Write file:<path> or file:<path>#<skill>, with a path relative to the root of the repository.',
    });
  return { path: folder, skill };
}

/** A folder of the repository without `.` and empty parts; `undefined` for one that leads out of it. */
export function folderInside(path: string): string | undefined {
  if (path.startsWith('/') || path.includes('\\')) return undefined;
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.includes('..') ? undefined : parts.join('/');
}

import { usageError } from 'svc-registry/kernel';

/** A skill as a person names it. */
export type SkillReference =
  | {
      readonly kind: 'folder';
      /** As typed. */
      readonly path: string;
      readonly skill: string | undefined;
    }
  | { readonly kind: 'registry'; readonly skill: string };

const FILE = 'file:';
const REGISTRY = /^[a-z0-9-]+\/[\w.-]+(?:@[\w.+-]+)?(?:#[^#\s]+)?$/;

/** Reads `<workspace>/<skill>[@<version>]`, `<workspace>/<plugin>[@<version>]#<skill>` and `file:<path>[#<skill>]`. Throws a usage error. */
export function skillReference(text: string): SkillReference {
  if (!text.startsWith(FILE)) {
    if (REGISTRY.test(text)) return { kind: 'registry', skill: text };
    throw usageError({
      what: `"${text}" names no skill.`,
      hint: 'Write <workspace>/<skill>, <workspace>/<plugin>#<skill>, or file:<path>[#<skill>] for a folder.',
    });
  }
  const [path = '', skill, ...more] = text.slice(FILE.length).split('#');
  if (path === '' || skill === '' || more.length > 0)
    throw usageError({
      what: `"${text}" names no skill.`,
      hint: 'Write file:<path> or file:<path>#<skill>.',
    });
  return { kind: 'folder', path, skill };
}

import type { ProjectLocator } from './project-view.js';

/** What a project may be called (registry-service.md, "Project manifest": the linked form is `<workspace>/<project>`). */
export const PROJECT_NAME = /^[A-Za-z0-9_-]{1,199}$/;
export const PROJECT_NAME_RULE = {
  message: '$property must be 1 to 199 letters, digits, "-" and "_"',
};

/** `<workspace>/<project>` as `svc.json` names a linked project; `undefined` for the name of one that is not linked. */
export function parseLinkedName(name: string | undefined): ProjectLocator | undefined {
  const [workspace = '', project = '', ...more] = name?.split('/') ?? [];
  return workspace !== '' && PROJECT_NAME.test(project) && more.length === 0
    ? { workspace, name: project }
    : undefined;
}

/** A name that a project can have, from the name of a folder or of a project that is not linked. */
export function projectNameFrom(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 199);
  return name === '' ? 'project' : name;
}

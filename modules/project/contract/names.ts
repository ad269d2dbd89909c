export const PROJECT_NAME_RULE = {
  message: '$property must be 1 to 199 letters, digits, "-" and "_"',
};

/** A name that a project can have, from the name of a folder or of a project that is not linked. */
export function projectNameFrom(text: string): string {
  const name = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 199);
  return name === '' ? 'project' : name;
}

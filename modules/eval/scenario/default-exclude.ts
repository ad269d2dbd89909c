/** What a repository's commit is put down without, unless its fixture has `exclude`: what tells an agent how to work there. */
export const DEFAULT_EXCLUDE: readonly string[] = [
  '*.mdc',
  '*.md',
  'tile.json',
  '.svc-plugin/plugin.json',
  'svc.json',
  '.svc/',
];

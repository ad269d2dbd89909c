const TYPES = new Map([
  ['md', 'text/markdown; charset=utf-8'],
  ['mdx', 'text/markdown; charset=utf-8'],
  ['txt', 'text/plain; charset=utf-8'],
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
  ['yml', 'application/yaml'],
  ['csv', 'text/csv; charset=utf-8'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
  ['svg', 'image/svg+xml'],
  ['html', 'text/html; charset=utf-8'],
  ['htm', 'text/html; charset=utf-8'],
  ['pdf', 'application/pdf'],
]);
// types that a browser would execute or follow when opened in place
const ACTIVE = /\.(html?|svg|xml|xhtml|pdf)$/i;
const SOURCE = /\.(js|mjs|cjs|ts|py|sh|rb|go|rs|java|c|h|cpp|ps1|toml|ini|sql|css)$/i;

/** Determined by the file extension; never guessed from the content. Source code is plain text. */
export function contentTypeOf(path: string): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = TYPES.get(ending);
  if (known !== undefined) return known;
  return SOURCE.test(path) ? 'text/plain; charset=utf-8' : 'application/octet-stream';
}

/** True for files that browsers must save instead of showing. */
export function mustBeSaved(path: string): boolean {
  return ACTIVE.test(path);
}

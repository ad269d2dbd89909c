const WILDCARD = /\*\*\/|\*\*|\*|\?|[^*?]+/g;
const MEANING: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
};

/** The regular expression of a path with `*`, `**` and `?`. Without `/` it is for files of this name in every folder. */
export function globPattern(glob: string): string {
  const below = glob.includes('/') ? '' : '(?:.*/)?';
  const parts = glob.replace(/^\//, '').match(WILDCARD) ?? [];
  return `^${below}${parts.map((part) => MEANING[part] ?? escaped(part)).join('')}$`;
}

const escaped = (text: string): string => text.replace(/[\\^$.|+()[\]{}]/g, '\\$&');

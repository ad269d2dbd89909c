/** The address of a file, and of a line in it; empty where the file has no page. */
export type FileLinks = (file: string, line?: number) => string;

export const noLinks: FileLinks = () => '';

/** A file or a line of one, and its address if it has any. */
export interface FileSpot {
  readonly text: string;
  readonly href: string;
}

export const spotOf = (links: FileLinks, file: string, line?: number): FileSpot => ({
  text: line === undefined ? file : `${file}:${line}`,
  href: isEntry(file) ? '' : links(file, line),
});

/** Entries of archives have no page of their own. */
const isEntry = (file: string): boolean => file.includes('!/');

/** The files of a published version, `<workspace>/<plugin>@<version>`. */
export function versionLinks(ref: string): FileLinks {
  const base = versionPath(ref);
  return (file, line) => {
    const path = file.split('/').map(encodeURIComponent).join('/');
    return `${base}/files/${path}${line === undefined ? '' : `?line=${line}#L${line}`}`;
  };
}

/** The page of a version, `<workspace>/<plugin>@<version>`; without one, that of the plugin. */
export function versionPath(ref: string): string {
  const [name = '', version] = ref.split('@');
  const plugin = `/plugins/${name.split('/').map(encodeURIComponent).join('/')}`;
  return version === undefined ? plugin : `${plugin}/v/${encodeURIComponent(version)}`;
}

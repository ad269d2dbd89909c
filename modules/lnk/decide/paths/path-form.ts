/** A path as patterns see it. */
export interface PathForm {
  readonly text: string;
  readonly absolute: boolean;
}

/** With drive letters, a path without its letter and with slashes: `C:\app\x` is `/app/x`. Any other path stays as it is. */
export function pathForm(path: string, driveLetters: boolean): PathForm {
  const text = driveLetters ? withoutDrive(path) : path;
  return { text, absolute: text.startsWith('/') };
}

// `\\?\C:\x` is another way to write `C:\x`
function withoutDrive(path: string): string {
  return path.replace(/^(?:\\\\\?\\)?(?:[A-Za-z]:(?=[\\/]))?/, '').replaceAll('\\', '/');
}

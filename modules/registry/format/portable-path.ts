const MAX_BYTES = 200;
const MAX_COMPONENT_BYTES = 128;
const MAX_LEVELS = 20;
/** Control and format characters, including bidirectional overrides, private use, lone surrogates, line separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]/u;
/** ASCII only. */
const ASCII = /^[\0-\x7f]*$/;
const WINDOWS_FORBIDDEN = /[<>:"|?*\\]/;
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/**
 * Why a path cannot be part of a plugin, `undefined` when it can. A plugin has to unpack to the same files on every
 * system, and every path must refer to a file below the plugin's folder.
 */
export function pathProblem(path: string): string | undefined {
  if (path === '') return 'the path is empty';
  if (Buffer.byteLength(path) > MAX_BYTES) return `the path is longer than ${MAX_BYTES} bytes`;
  const components = path.split('/');
  if (components.length > MAX_LEVELS) return `the path is deeper than ${MAX_LEVELS} levels`;
  if (path.startsWith('/')) return 'the path is absolute';
  for (const component of components) {
    const problem = componentProblem(component);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function componentProblem(component: string): string | undefined {
  if (component === '') return 'the path has an empty component';
  if (component === '.' || component === '..') return `the path has the component "${component}"`;
  if (Buffer.byteLength(component) > MAX_COMPONENT_BYTES)
    return `a component of the path is longer than ${MAX_COMPONENT_BYTES} bytes`;
  if (UNPRINTABLE.test(component)) return 'the path holds control or invisible characters';
  if (WINDOWS_FORBIDDEN.test(component))
    return 'the path holds one of < > : " | ? * \\, which Windows does not allow';
  if (WINDOWS_DEVICE.test(component)) return `"${component}" is a device name on Windows`;
  if (/^git~\d+$/i.test(component)) return `"${component}" is another name of ".git" on Windows`;
  if (/[. ]$/.test(component))
    return 'a component of the path ends with a dot or a space, which Windows drops';
  return undefined;
}

/** Paths with equal keys are one file on some system: the key ignores letter case, composition and compatibility forms. */
export function collisionKey(path: string): string {
  // fast path: normalising does not change ASCII
  if (ASCII.test(path)) return path.toLowerCase();
  return path.toLowerCase().toUpperCase().toLowerCase().normalize('NFKC').toLowerCase();
}

/** Finds paths that cannot coexist: equal on some system, or one a folder where the other is a file. */
export class CollisionCheck {
  private readonly seen = new Map<string, { path: string; folder: boolean }>();
  /** Folders without collisions, as written. */
  private readonly sound = new Set<string>();

  /** Adds a file; returns the path that it collides with. */
  add(path: string): string | undefined {
    return this.addParts(path, false);
  }

  /** Adds a folder, which may have been added before. */
  addFolder(path: string): string | undefined {
    return this.addParts(path, true);
  }

  private addParts(path: string, isFolder: boolean): string | undefined {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    let end = this.sound.has(parent) ? parent.length : -1;
    do {
      const next = path.indexOf('/', end + 1);
      end = next === -1 ? path.length : next;
      const part = path.slice(0, end);
      const folder = isFolder || end < path.length;
      const key = collisionKey(part);
      const other = this.seen.get(key);
      if (other === undefined) this.seen.set(key, { path: part, folder });
      else if (other.path !== part || !folder || !other.folder) return other.path;
    } while (end < path.length);
    if (parent !== '') this.sound.add(parent);
    return undefined;
  }
}

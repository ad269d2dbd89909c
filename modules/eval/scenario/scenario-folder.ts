/** What stands at a path, after links. */
export type Found =
  | { readonly kind: 'file'; readonly bytes: number }
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' }
  /** The path, or a link in it, leads out of the boundary. */
  | { readonly kind: 'outside' }
  /** A pipe, a device or a socket. */
  | { readonly kind: 'other' }
  /** `why`: the end of a sentence. */
  | { readonly kind: 'unreadable'; readonly why: string };

/** An entry below a folder that cannot be used. */
export interface Unusable {
  /** Relative to the scenario's folder. */
  readonly path: string;
  readonly found: Found;
}

/**
 * The folder of a scenario, as far as reading one needs it. Paths are relative to it, with `/`, and may lead out of it; nothing outside of a
 * boundary is ever read, which is the repository around the scenarios.
 */
export interface ScenarioFolder {
  find(path: string): Found;
  /** The first bytes of what is a file. */
  read(path: string, most: number): Uint8Array;
  /**
   * The entries below a folder that cannot be used, links among them; `complete` is false if there are more entries than are looked at.
   * `takes` says of a path below the folder, that of a folder with `/` at its end, whether it matters.
   */
  unusable(
    path: string,
    takes?: (path: string) => boolean,
  ): { readonly entries: readonly Unusable[]; readonly complete: boolean };
}

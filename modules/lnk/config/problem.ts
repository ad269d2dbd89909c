/** Keys and indices from the root of the document. */
export type Path = readonly (string | number)[];

/** A mistake at an offset of the parsed text. */
export interface Mistake {
  /** `warning`: the file is valid, and probably not what its author meant. Default `error`. */
  readonly severity?: 'error' | 'warning';
  /** Empty for the document itself. */
  readonly path: Path;
  /** Offset in the parsed text. */
  readonly at: number;
  /** What is wrong: one full sentence, with a full stop. */
  readonly message: string;
  /** What to do: one full sentence. */
  readonly hint?: string | undefined;
}

const PLAIN = /^[A-Za-z_][\w-]*$/;

/** A path as people write it: `feature.fs.read_only[1]`, `feature.fs.mapping["^/app"]`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!PLAIN.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

import { buildExtension, type Extensions, type Log } from 'svc-registry/kernel';
import { once } from '../../../toolbox/once.js';
import { pagesPoint, type Page, type PageData } from '../contract/index.js';

/** The page at an address, and its parameters. */
export interface FoundPage {
  readonly data: PageData;
  readonly params: Readonly<Record<string, string>>;
  /** The page's code, loaded and built once. */
  readonly load: () => Promise<Page>;
}

interface Entry extends Pick<FoundPage, 'data' | 'load'> {
  readonly pattern: RegExp;
}

/** The pattern of a path; `:name` matches one segment, still escaped. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    const name = /^:(\w+)$/.exec(segment)?.[1];
    return name === undefined ? segment.replace(/[^\w-]/g, '\\$&') : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${segments.join('/')}$`);
}

function decoded(groups: Readonly<Record<string, string>>): Record<string, string> | undefined {
  try {
    const params = Object.entries(groups).map(
      ([name, value]) => [name, decodeURIComponent(value)] as const,
    );
    return params.some(([, value]) => /\p{Cc}/u.test(value))
      ? undefined
      : Object.fromEntries(params);
  } catch {
    return undefined; // a malformed escape is not part of any name
  }
}

/** The pages that modules contribute, by address. */
export class PageTable {
  private readonly entries: readonly Entry[];
  /** Links in the header, for signed-in people. */
  readonly navigation: readonly { readonly path: string; readonly text: string }[];

  constructor(extensions: Extensions, log: Log) {
    const taken = new Map<string, string>();
    const entries: Entry[] = [];
    for (const extension of extensions.of(pagesPoint)) {
      const { module, data } = extension;
      const first = taken.get(data.path);
      if (first !== undefined)
        log.error({ module, path: data.path, first }, 'another module has a page at this address');
      else
        entries.push({
          data,
          pattern: patternOf(data.path),
          load: once(() => buildExtension<Page>(extension)),
        });
      taken.set(data.path, first ?? module);
    }
    // literal addresses take precedence over those with parameters
    this.entries = entries.sort(
      (left, right) => Number(left.data.path.includes(':')) - Number(right.data.path.includes(':')),
    );
    this.navigation = entries.flatMap(({ data: { path, nav } }) =>
      nav === undefined ? [] : [{ path, text: nav }],
    );
  }

  find(pathname: string): FoundPage | undefined {
    for (const { pattern, data, load } of this.entries) {
      const match = pattern.exec(pathname);
      const params = match === null ? undefined : decoded(match.groups ?? {});
      if (params !== undefined) return { data, params, load };
    }
    return undefined;
  }
}

import { buildExtension, type Extensions, type Log } from 'svc-registry/kernel';
import { once } from '../../../toolbox/once.js';
import { byPath } from '../../../toolbox/path-order.js';
import { pagesPoint, type Page, type PageData } from '../contract/index.js';
import { Navigation } from './navigation.js';

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

/** The pattern of a path, with a group for each parameter: `:name` matches one segment and `*name` one or more, still escaped. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (segment.startsWith(':')) return '([^/]+)';
    return segment.startsWith('*') ? '(.+)' : segment.replace(/[^\w-]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}

/** The text of one or more escaped segments; `undefined` when it is no name, or would lead elsewhere once it is decoded. */
function decodedRest(escaped: string): string | undefined {
  const segments = escaped.split('/').map(decodeURIComponent);
  const odd = segments.some((segment) => /^\.{0,2}$|[/\\]/.test(segment));
  return odd ? undefined : segments.join('/');
}

/** The parameters of a path; `values` are those of an address, still escaped. */
function paramsOf(path: string, values: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {};
  try {
    for (const [index, [, kind, name = '']] of [...path.matchAll(/\/([:*])(\w+)/g)].entries()) {
      const escaped = values[index] ?? '';
      const value = kind === '*' ? decodedRest(escaped) : decodeURIComponent(escaped);
      if (value === undefined || /\p{Cc}/u.test(value)) return undefined;
      params[name] = value;
    }
    return params;
  } catch {
    return undefined; // a malformed escape is not part of any name
  }
}

/** The pages that modules contribute, by address. */
export class PageTable {
  private readonly entries: readonly Entry[];
  readonly navigation: Navigation;

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
    this.navigation = new Navigation(entries.map(({ data }) => data));
    this.entries = entries.sort((left, right) => byPath(left.data.path, right.data.path));
  }

  find(pathname: string): FoundPage | undefined {
    for (const { pattern, data, load } of this.entries) {
      const match = pattern.exec(pathname);
      const params = match === null ? undefined : paramsOf(data.path, match.slice(1));
      if (params !== undefined) return { data, params, load };
    }
    return undefined;
  }
}

import express, { type Request, type RequestHandler, type Router } from 'express';

/** The handler of one method at one path. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** A template of express: literal segments, `:name` for one segment, `*name` for the rest. */
  readonly path: string;
  readonly answer: RequestHandler;
}

/** Number of leading segments that routes are grouped by: `/v1/tiles`. */
const TOLD_APART_BY = 2;

const prefixOf = (segments: readonly string[]): string =>
  segments.slice(0, 1 + TOLD_APART_BY).join('/');

/** A coarse filter for the requests that a route may match; express does the exact matching. */
class Shape {
  private readonly segments: readonly string[];
  private readonly endless: boolean;
  /** `undefined` when one of the first segments is a parameter. */
  readonly prefix: string | undefined;

  constructor({ path }: Route) {
    this.segments = path.split('/');
    this.endless = path.includes('*');
    const prefix = prefixOf(this.segments);
    this.prefix = /[:*]/.test(prefix) ? undefined : prefix;
  }

  get length(): number {
    return this.segments.length;
  }

  allows(length: number, prefix: string): boolean {
    const fits = this.endless ? length >= this.length : length === this.length;
    return fits && (this.prefix === undefined || this.prefix === prefix);
  }
}

function routerOf(routes: readonly Route[]): Router {
  const router = express.Router({ caseSensitive: true, strict: true });
  for (const { method, path, answer } of routes) router[method](path, answer);
  return router;
}

/**
 * Behaves like one router with all of these routes, the first match first, but tries only the routes with the path's number of segments and
 * first two segments. An express router would test the expression of every route in turn.
 */
export function routeTable(routes: readonly Route[]): RequestHandler {
  const shaped = routes.map((route) => ({ route, shape: new Shape(route) }));
  // these filters do not support optional parts and patterns
  if (routes.some(({ path }) => /[{}()[\]\\"+?!]/.test(path))) return routerOf(routes);
  const prefixes = new Set(shaped.map(({ shape }) => shape.prefix));
  const longest = Math.max(0, ...shaped.map(({ shape }) => shape.length));
  const routers = new Map<string, Router>();
  const routerFor = (request: Request): Router => {
    // a request target such as `a://` has no path
    const segments = ((request.path as string | null) ?? '').split('/');
    const [length, found] = [Math.min(segments.length, longest + 1), prefixOf(segments)];
    // unknown prefixes share a key, so that requests for arbitrary paths cannot grow the map
    const prefix = prefixes.has(found) ? found : '';
    const key = `${length} ${prefix}`;
    const router =
      routers.get(key) ??
      routerOf(
        shaped.filter(({ shape }) => shape.allows(length, prefix)).map(({ route }) => route),
      );
    routers.set(key, router);
    return router;
  };
  return (request, response, next) => {
    routerFor(request)(request, response, next);
  };
}

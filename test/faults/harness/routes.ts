/** A route of a running server, as its own description has it. */
export interface Route {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Names of its query. */
  readonly query: readonly string[];
  /** Fields of its JSON body; none when it takes none. */
  readonly fields: readonly string[];
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<
      Record<string, { readonly schema?: { readonly properties?: object } }>
    >;
  };
}

/** Every route of `/openapi.json`. */
export async function routesOf(origin: string): Promise<Route[]> {
  const document = (await (await fetch(`${origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
      fields: Object.keys(requestBody?.content['application/json']?.schema?.properties ?? {}),
    })),
  );
}

/** A version of a published plugin, as the server's routes name it. */
export interface PublishedRef {
  readonly workspace: string;
  readonly tile: string;
  /** `latest` if no version was named. */
  readonly version: string;
}

const FORM = /^([a-z0-9-]+)\/([a-z0-9-]+)(?:@([\w.+-]+))?$/;

/** Reads `<workspace>/<plugin>[@<version>]`; `undefined` for a text of another form. */
export function publishedRef(text: string): PublishedRef | undefined {
  const [, workspace, tile, version = 'latest'] = FORM.exec(text) ?? [];
  return workspace === undefined || tile === undefined ? undefined : { workspace, tile, version };
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import nunjucks from 'nunjucks';

const OWN = join(import.meta.dirname, 'templates');

/** Templates below `web/` belong to this module; any other name is the path of a file beside its page. Only code names templates. */
const files = {
  getSource(name: string) {
    const path = name.startsWith('web/') ? join(OWN, name.slice('web/'.length)) : name;
    return { src: readFileSync(path, 'utf8'), path, noCache: false };
  },
};

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Renders templates. Values are escaped; a missing value is an error. */
export class Templates {
  private readonly environment = new nunjucks.Environment(files, {
    autoescape: true,
    throwOnUndefined: true,
    trimBlocks: true,
    lstripBlocks: true,
  }).addFilter('day', (instant: string) => day.format(new Date(instant)));

  render(template: URL, data: object): string {
    return this.environment.render(fileURLToPath(template), data);
  }
}

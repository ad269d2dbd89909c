import { errorCatalogueKey, type ErrorCatalogue } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageAnswer } from '../../../web/contract/index.js';

const template = new URL('errors.njk', import.meta.url);

/** All error codes, by module. */
@injectable()
export class ErrorsPage implements Page {
  constructor(@inject(errorCatalogueKey) private readonly catalogue: ErrorCatalogue) {}

  async get(): Promise<PageAnswer> {
    return view(template, { modules: await this.catalogue.modules() });
  }
}

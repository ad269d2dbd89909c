import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageAnswer } from '../../../web/contract/index.js';
import { Library } from '../library.js';
import { shelves, type Shelf } from '../shelves.js';

const template = new URL('documents.njk', import.meta.url);

/** The contents of the documentation, for each kind of reader. */
@injectable()
export class DocumentsPage implements Page {
  constructor(@inject(Library) private readonly library: Library) {}

  async get(): Promise<PageAnswer> {
    return view(template, {
      shelves: await Promise.all(shelves.map((shelf) => this.titled(shelf))),
    });
  }

  private async titled({ title, about, documents }: Shelf) {
    const links = documents.map(async (name) => ({
      path: `/docs/${name}`,
      title: await this.library.title(name),
    }));
    return { title, about, links: await Promise.all(links) };
  }
}

import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  markdownKey,
  view,
  type Markdown,
  type Page,
  type PageAnswer,
  type PageRequest,
} from '../../../web/contract/index.js';
import { Library } from '../library.js';

const template = new URL('document.njk', import.meta.url);

/** One document, with links to its sections. */
@injectable()
export class DocumentPage implements Page<'path'> {
  constructor(
    @inject(Library) private readonly library: Library,
    @inject(markdownKey) private readonly markdown: Markdown,
  ) {}

  async get({ params: { path } }: PageRequest<'path'>): Promise<PageAnswer> {
    const document = await this.library.document(path);
    if (document === undefined)
      throw notFound({ kind: 'document', id: path, hint: 'The page /docs lists all documents.' });
    const { title, text, sections } = document;
    const body = await this.markdown.render(text, { base: '/docs/' });
    return view(template, { title, body, sections });
  }
}

import {
  contribute,
  defineError,
  defineExtensionPoint,
  defineModule,
  ExitCode,
  invalidInput,
  signInRequired,
  type Caller,
  type Constructor,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  frontPagePoint,
  markdownKey,
  pagesPoint,
  redirect,
  sessionsPoint,
  view,
  type BrowserSessions,
  type FrontPart,
  type Markdown,
  type Page,
  type PageAnswer,
  type PageRequest,
  type Redirect,
  type Visitor,
} from '../../../modules/web/contract/index.js';

const slowDown = defineError({
  code: 'slow_down',
  status: 429,
  exit: ExitCode.unavailable,
  title: 'Too fast',
  message: () => 'Wait a minute.',
});

/** Whether strangers see what there is. */
export const shown = { toStrangers: true };
/** Sessions that are open, and what has been noted. */
export const open = new Map<string, Caller>();
export const notes: string[] = [];

const person: Caller = { kind: 'user', id: 'u1', label: '<b>ann</b>@example.com' };
const template = new URL('note.njk', import.meta.url);

class Sessions implements BrowserSessions {
  isClosed(): boolean {
    return !shown.toStrangers;
  }

  find(token: string): Promise<Visitor | undefined> {
    const caller = open.get(token);
    return Promise.resolve(caller && { caller, credential: token });
  }

  end(token: string): Promise<void> {
    open.delete(token);
    return Promise.resolve();
  }
}

class NotePage implements Page {
  get({ query }: PageRequest): Promise<PageAnswer> {
    return Promise.resolve(
      view(template, {
        heading: query.get('heading') ?? 'Notes',
        notes: notes.map((note) => [note, 'ann']),
      }),
    );
  }

  post({ form }: PageRequest): Promise<Redirect> {
    const text = form.get('text') ?? '';
    if (text.endsWith('slow')) throw slowDown(undefined, { details: { retryAfterSeconds: 60 } });
    if (text === 'bug') throw new Error('a secret of the program');
    if (text === 'expired') throw signInRequired();
    if (text === 'away') return Promise.resolve(redirect('//elsewhere.example'));
    if (text === 'odd')
      throw invalidInput(
        { what: 'text is odd' },
        { issues: [{ field: 'text', message: 'text is odd' }] },
      );
    if (text === '')
      throw invalidInput(
        { what: 'text is required' },
        { issues: [{ field: 'text', message: 'text is required' }] },
      );
    notes.push(text);
    return Promise.resolve(redirect('/notes', { notice: `Noted: ${text}` }));
  }
}

class EnterPage implements Page {
  get(): Promise<PageAnswer> {
    return Promise.resolve(view(template, { heading: 'Sign in', notes: [] }));
  }

  post(): Promise<Redirect> {
    const token = `token-${open.size}-${Math.random().toString(36).slice(2)}`;
    open.set(token, person);
    return Promise.resolve(redirect('/notes', { startSession: token }));
  }
}

class LeavePage implements Page {
  post(): Promise<Redirect> {
    return Promise.resolve(redirect('/enter', { endSession: true, notice: 'Bye.' }));
  }
}

class NamedPage implements Page<'name'> {
  get({ params }: PageRequest<'name'>): Promise<PageAnswer> {
    return Promise.resolve(view(template, { heading: params.name, notes: [] }));
  }
}

/** The files below an address, one of which cannot be read. */
class FilesPage implements Page<'path'> {
  get({ params: { path } }: PageRequest<'path'>): Promise<PageAnswer> {
    const text = path === 'damaged.txt' ? 'half' : path;
    const body = async function* () {
      await Promise.resolve();
      if (path === 'lost.txt') throw new Error('the disk is gone');
      for (const part of text.split('/')) yield Buffer.from(`${part}\n`);
    };
    const size = path === 'damaged.txt' ? 100 : text.length + 1;
    return Promise.resolve({
      body: body(),
      contentType: 'text/html',
      filename: `Größe/${path}`,
      size,
    });
  }
}

/** Shows what it has made, once. */
class KeyPage implements Page {
  post({ form }: PageRequest): Promise<PageAnswer> {
    return Promise.resolve(view(template, { heading: `key-${form.get('text') ?? ''}`, notes: [] }));
  }

  get(): Promise<PageAnswer> {
    return Promise.resolve(view(template, { heading: 'Make a key', notes: [] }));
  }
}

/** A text of a stranger, laid out and as it is. */
@injectable()
class TextPage implements Page {
  constructor(@inject(markdownKey) private readonly markdown: Markdown) {}

  async get({ query }: PageRequest): Promise<PageAnswer> {
    const text = query.get('text') ?? '';
    const readme = await this.markdown.render(text, { base: '/files/ann/' });
    // what has the shape of markup is none
    const forged = { ...readme, val: text, length: text.length, toString: () => text };
    return view(new URL('text.njk', import.meta.url), { readme, forged });
  }
}

class FixedPage implements Page {
  get(): Promise<PageAnswer> {
    return Promise.resolve(view(template, { heading: 'fixed', notes: [] }));
  }
}

/** As a third party writes it: without a line from our sources. */
class PlainPage {
  get() {
    return Promise.resolve({ template, data: { heading: 'plain', notes: [] } });
  }

  post({ form }: { form: URLSearchParams }) {
    return Promise.resolve({ location: '/plain', notice: form.get('text') });
  }
}

const pointById = defineExtensionPoint<object, new () => object>('web.pages');

class BrokenPage implements Page {
  get(): Promise<PageAnswer> {
    return Promise.resolve(view(new URL('broken.njk', import.meta.url)));
  }
}

/** A part of the front page that fails in every way. */
class LostPart implements FrontPart {
  section(): Promise<never> {
    throw new Error('the notes are lost');
  }

  waiting(): Promise<never> {
    return Promise.reject(new Error('what waits is lost'));
  }
}

/** A part that never answers. */
class HangingPart implements FrontPart {
  section(): Promise<never> {
    return new Promise(() => undefined);
  }

  waiting(): Promise<never> {
    return new Promise(() => undefined);
  }
}

class UnprintablePart implements FrontPart {
  section() {
    return Promise.resolve(view(new URL('broken.njk', import.meta.url)));
  }
}

const frontPart = (id: string, order: number, type: Constructor<FrontPart>) =>
  contribute(frontPagePoint, id, { summary: `The part ${id}`, for: 'anyone', order }, () =>
    Promise.resolve(type),
  );

const page = (id: string, path: string, type: Constructor<Page>) =>
  contribute(
    pagesPoint,
    id,
    { path, title: `The page ${id}`, access: id === 'leave' ? 'signed-in' : 'anyone' },
    () => Promise.resolve(type),
  );

/** A module with pages of every kind, and sessions without accounts. */
export const notePages = defineModule({
  id: 'notes',
  api: '^1.0.0',
  summary: 'Notes',
  requires: ['web'],
  contributes: [
    contribute(sessionsPoint, 'notes', { signIn: '/enter', signOut: '/leave' }, () =>
      Promise.resolve(Sessions),
    ),
    contribute(
      pagesPoint,
      'notes',
      { path: '/notes', title: 'Notes', access: 'signed-in', nav: 'My notes' },
      () => Promise.resolve(NotePage),
    ),
    frontPart('lost', 5, LostPart),
    frontPart('hanging', 6, HangingPart),
    frontPart('unprintable', 50, UnprintablePart),
    contribute(
      pagesPoint,
      'find',
      { path: '/find', title: 'Find', access: 'anyone', nav: 'Find notes', place: 'search' },
      () => Promise.resolve(FixedPage),
    ),
    page('open', '/open', NotePage),
    page('enter', '/enter', EnterPage),
    page('leave', '/leave', LeavePage),
    page('named', '/notes/:name', NamedPage),
    page('fixed', '/notes/fixed', FixedPage),
    page('files', '/files/:owner/*path', FilesPage),
    page('plan', '/files/:owner/plan/:name', FixedPage),
    page('text', '/text', TextPage),
    page('key', '/key', KeyPage),
    page('broken', '/broken', BrokenPage),
    // what no group of a regular expression may be called
    page('numbered', '/numbered/:1/:1', FixedPage),

    contribute(pointById, 'plain', { path: '/plain', title: 'Plain', access: 'anyone' }, () =>
      Promise.resolve(PlainPage),
    ),
  ],
});

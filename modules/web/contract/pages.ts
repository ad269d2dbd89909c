import {
  defineExtensionPoint,
  type Caller,
  type Constructor,
  type Invoke,
} from 'svc-registry/kernel';

/** What a page says about itself. */
export interface PageData {
  /** `/sign-in`, `/invitations/:code`: a segment that begins with a colon is a parameter and takes exactly one segment. */
  readonly path: string;
  /** What the browser shows as the window's name. */
  readonly title: string;
  /** `signed-in`: strangers are sent to sign in first, and come back. */
  readonly access: 'anyone' | 'signed-in';
  /** Text of the link that every page shows to people who are signed in. Without it there is no link. */
  readonly nav?: string;
}

/** Pages of this server, for people with a browser. */
export const pagesPoint = defineExtensionPoint<PageData, Constructor<Page>>('web.pages', {
  fields: {
    path: {
      pattern: '^(/|(/(:\\w+|[\\w.~-]+))+)$',
      is: 'a path such as /sign-in or /invitations/:code',
    },
    title: 'text',
    access: ['anyone', 'signed-in'],
    'nav?': 'text',
  },
});

/** `P` names the parameters of the path. A page without `post` takes no form, one without `get` takes nothing else. */
export interface Page<P extends string = string> {
  /** Shows the page; also again, with what was entered and the problem, when `post` refused the form. Changes nothing. */
  get?(request: PageRequest<P>): Promise<PageAnswer>;
  /**
   * Does what the form asks for, then redirects. The form has been checked to come from a page of this server. An error of a
   * catalogue with status 400, 401, 403, 409 or 429 shows the page again; any other one shows the page of errors.
   */
  post?(request: PageRequest<P>): Promise<Redirect>;
}

/** A request for a page. */
export interface PageRequest<P extends string = string> {
  readonly params: Readonly<Record<P, string>>;
  readonly query: URLSearchParams;
  /** What was entered; empty when no form was sent. */
  readonly form: URLSearchParams;
  /** Why the form was refused. */
  readonly problem?: FormProblem | undefined;
  /** Who is signed in at the browser. */
  readonly caller: Caller;
  /** Calls operations as them. */
  readonly invoke: Invoke;
  /** Where people reach this server: `scheme://host[:port]`, without a path. */
  readonly origin: string;
  /** Another site has sent the browser here, by a link or by itself: the person may not know why. False when the browser does not say. */
  readonly fromElsewhere: boolean;
  /** Network address the request came from. */
  readonly address: string | undefined;
  /** What the browser calls itself; empty when it does not say. */
  readonly userAgent: string;
}

/** What a form was refused for. */
export interface FormProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** What is wrong with single fields, by name. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A template beside the page's code, and what it shows. Every value is escaped. Under `page` it finds what belongs to all pages. */
export interface View {
  readonly template: URL;
  readonly data: object;
}

/** Sends the browser to another page of this server. */
export interface Redirect {
  /** A path of this server, with its query. */
  readonly location: string;
  /** One sentence that the next page shows, once. */
  readonly notice?: string | undefined;
  /** Token of a new session of this browser; the one before ends. */
  readonly startSession?: string | undefined;
  /** Ends the session of this browser. */
  readonly endSession?: boolean | undefined;
}

export type PageAnswer = View | Redirect;

/** `template` is `new URL('name.njk', import.meta.url)`. */
export const view = (template: URL, data: object = {}): View => ({ template, data });

export const redirect = (location: string, more: Omit<Redirect, 'location'> = {}): Redirect => ({
  ...more,
  location,
});

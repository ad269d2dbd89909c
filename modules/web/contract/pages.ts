import {
  defineExtensionPoint,
  type Caller,
  type Constructor,
  type FileResult,
  type Invoke,
} from 'svc-registry/kernel';

/** The declaration of a page. */
export interface PageData {
  /**
   * `/sign-in`, `/invitations/:code`, `/files/*path`: a segment that begins with a colon is a parameter and takes exactly one segment;
   * a last one that begins with an asterisk takes all that are left, at least one. Of several that match, the more literal one answers.
   */
  readonly path: string;
  /** Title of the browser's window. */
  readonly title: string;
  /** `signed-in`: other visitors are redirected to the sign-in page, and back to this page afterwards. */
  readonly access: 'anyone' | 'signed-in';
  /** Text of the link to this page on every page, for people who may see it. Without it, other pages have no link to this page. */
  readonly nav?: string;
  /** Where the link stands: in one of the groups of the header, or at the foot of the page; `work` by default. `search`: the header has a field whose words go to this page as `q`. */
  readonly place?: (typeof places)[number];
}

/** Where links to pages stand. */
export const places = ['registry', 'work', 'team', 'you', 'footer', 'search'] as const;

/** Pages of the server, for people with a browser: address, who may see it, and code. */
export const pagesPoint = defineExtensionPoint<PageData, Constructor<Page>>('web.pages', {
  fields: {
    path: {
      pattern: '^/$|^(/(:\\w+|[\\w.~-]+))*/(:\\w+|\\*\\w+|[\\w.~-]+)$',
      is: 'a path such as /sign-in, /invitations/:code or /files/*path',
    },
    title: 'text',
    access: ['anyone', 'signed-in'],
    'nav?': 'text',
    'place?': places,
  },
});

/** `P` names the parameters of the path. A page without `post` accepts no form, a page without `get` accepts only forms. */
export interface Page<P extends string = string> {
  /** Shows the page, without changing anything. When `post` has refused a form, it is called with the form and the problem. */
  get?(request: PageRequest<P>): Promise<PageAnswer>;
  /**
   * Processes the form, then redirects. The form has been checked to come from a page of this server. A catalogue error with
   * status 400, 401, 403, 409 or 429 shows the page again; any other error shows the error page. It answers a view only to show what
   * cannot be shown again, such as a new key. Reloading such a page sends the form again, after the browser has asked for confirmation.
   */
  post?(request: PageRequest<P>): Promise<PageAnswer>;
}

/** A request for a page. */
export interface PageRequest<P extends string = string> {
  /** The parameters of the path, decoded. One that takes several segments holds them with `/` between, none of them empty, `.` or `..`. */
  readonly params: Readonly<Record<P, string>>;
  readonly query: URLSearchParams;
  /** The fields of the form; empty without a form. */
  readonly form: URLSearchParams;
  /** Why the form was refused. */
  readonly problem?: FormProblem | undefined;
  /** The signed-in user, or the anonymous caller. */
  readonly caller: Caller;
  /** Calls operations as the caller. */
  readonly invoke: Invoke;
  /** The public address of this server: `scheme://host[:port]`, without a path. */
  readonly origin: string;
  /** True when another site has caused the request, by a link or a script. False also when the browser does not tell. */
  readonly fromOtherSite: boolean;
  /** Network address of the browser. */
  readonly address: string | undefined;
  /** The header `User-Agent`; empty without one. */
  readonly userAgent: string;
}

/** The reason why a form was refused. */
export interface FormProblem {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
  /** Messages for single fields, by the name of the field. */
  readonly fields: ReadonlyMap<string, string>;
}

/** A template beside the page's code, and its values, which are escaped. The value `page` is common to all pages. */
export interface View {
  readonly template: URL;
  readonly data: object;
}

/** Sends the browser to another page of this server. */
export interface Redirect {
  /** A path of this server, with its query. */
  readonly location: string;
  /** A sentence that the next page shows, once. */
  readonly notice?: string | undefined;
  /** Token of a new session of this browser; its previous session ends. */
  readonly startSession?: string | undefined;
  /** Ends the session of this browser. */
  readonly endSession?: boolean | undefined;
}

/** What a page answers: something to show, where to go, or a file, which the browser offers to keep and never shows as a page. */
export type PageAnswer = View | Redirect | FileResult;

/** `template` is `new URL('name.njk', import.meta.url)`. */
export const view = (template: URL, data: object = {}): View => ({ template, data });

/** Sends the browser to a path of this server: `redirect('/deploys', { notice: 'Done.' })`. */
export const redirect = (location: string, more: Omit<Redirect, 'location'> = {}): Redirect => ({
  ...more,
  location,
});

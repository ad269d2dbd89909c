import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { BrowserSessions, Visitor } from '../contract/index.js';
import { readCookie, writeCookie, type Cookie, type CookieName } from './cookies.js';

const NOTICE_SECONDS = 60;

interface Session {
  readonly token: string;
  readonly visitor: Visitor;
}

async function opened(token: string, sessions: BrowserSessions | undefined): Promise<Session> {
  const visitor = await sessions?.find(token);
  if (visitor === undefined) throw new Error('A page starts a session that does not exist.');
  return { token, visitor };
}

/** The browser of one request: the content of its cookies, and the changes that the response makes to them. */
export class Visit {
  private readonly written = new Map<CookieName, Cookie>();

  private constructor(
    private readonly request: Request,
    private readonly secure: boolean,
    private session: Session | undefined,
    private readonly isClosed: boolean,
  ) {}

  static async of(request: Request, sessions: BrowserSessions | undefined): Promise<Visit> {
    const secure = new URL(request.url).protocol === 'https:';
    const token = readCookie(request.headers.get('cookie'), 'session', secure);
    const visitor = token === undefined ? undefined : await sessions?.find(token);
    // an invalid token is not removed: a concurrent response, such as to a double click, may have replaced it
    const session = token === undefined || visitor === undefined ? undefined : { token, visitor };
    return new Visit(request, secure, session, sessions?.isClosed?.() ?? false);
  }

  get visitor(): Visitor | undefined {
    return this.session?.visitor;
  }

  /** Whether this visitor may look for what the server holds. */
  get maySearch(): boolean {
    return this.session !== undefined || !this.isClosed;
  }

  /** The token in every form that this browser gets. */
  csrfToken(): string {
    return this.sign('form', '');
  }

  acceptsCsrfToken(token: string): boolean {
    return this.isSigned('form', '', token);
  }

  /** Stores a notice for the next page that this browser gets. */
  leaveNotice(text: string): void {
    const value = `${Buffer.from(text).toString('base64url')}.${this.sign('notice', text)}`;
    this.write({ name: 'notice', value, maxAge: NOTICE_SECONDS });
  }

  takeNotice(): string | undefined {
    const cookie = this.read('notice');
    if (cookie === undefined) return undefined;
    this.write({ name: 'notice', value: '' });
    const [encoded = '', signature = ''] = cookie.split('.');
    const text = Buffer.from(encoded, 'base64url').toString();
    return this.isSigned('notice', text, signature) ? text : undefined;
  }

  /** Gives the browser another session, or none; the previous one also ends on the server. */
  async change(sessions: BrowserSessions | undefined, token: string | undefined): Promise<void> {
    if (this.session !== undefined) await sessions?.end(this.session.token);
    this.session = token === undefined ? undefined : await opened(token, sessions);
    this.write({ name: 'session', value: token ?? '' });
    this.write({ name: 'visit', value: '' });
  }

  cookies(): readonly string[] {
    return [...this.written.values()].map((cookie) => writeCookie(cookie, this.secure));
  }

  /** Signs with a secret that only this browser has: its session's token, or a random number for anonymous visitors. */
  private sign(purpose: string, text: string): string {
    const secret = this.session?.token ?? this.read('visit') ?? this.newVisit();
    return createHmac('sha256', secret).update(`${purpose}\0${text}`).digest('base64url');
  }

  private isSigned(purpose: string, text: string, signature: string): boolean {
    const [expected, given] = [Buffer.from(this.sign(purpose, text)), Buffer.from(signature)];
    return expected.length === given.length && timingSafeEqual(expected, given);
  }

  private newVisit(): string {
    const value = randomBytes(24).toString('base64url');
    this.write({ name: 'visit', value });
    return value;
  }

  private read(name: CookieName): string | undefined {
    const written = this.written.get(name);
    if (written === undefined)
      return readCookie(this.request.headers.get('cookie'), name, this.secure);
    return written.value === '' ? undefined : written.value;
  }

  private write(cookie: Cookie): void {
    this.written.set(cookie.name, cookie);
  }
}

/** What a browser without scripts does: keeps cookies, says where a form comes from, follows nothing by itself. */
export class Browser {
  readonly cookies = new Map<string, string>();

  constructor(private readonly origin: string) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.send(path, { headers });
  }

  /** Opens a page and sends its form with these values, and with the token that the page holds. */
  async submit(path: string, values: Readonly<Record<string, string>> = {}): Promise<Seen> {
    return this.post(path, { csrf: csrfIn(await this.get(path)), ...values });
  }

  post(
    path: string,
    values: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Seen> {
    const own = {
      Origin: this.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Content-Type': 'application/x-www-form-urlencoded',
    };
    return this.send(path, {
      method: 'POST',
      body: new URLSearchParams(values).toString(),
      headers: { ...own, ...headers },
    });
  }

  async send(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Readonly<Record<string, string>> },
  ): Promise<Seen> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = {
      Accept: 'text/html,*/*;q=0.8',
      ...(cookie !== '' && { Cookie: cookie }),
      ...init.headers,
    };
    const response = await fetch(`${this.origin}${path}`, { redirect: 'manual', ...init, headers });
    for (const header of response.headers.getSetCookie()) this.keep(header);
    return { status: response.status, headers: response.headers, html: await response.text() };
  }

  private keep(header: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
    if (value === '' || /; Max-Age=0(;|$)/.test(header)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

export interface Seen {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
}

export function csrfIn({ html }: Pick<Seen, 'html'>): string {
  const token = /name="csrf" value="([\w-]+)"/.exec(html)?.[1];
  if (token === undefined) throw new Error(`there is no form in:\n${html}`);
  return token;
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startTestHost, type TestHost } from 'svc-registry/testing';
import web from '../../../modules/web/module.js';
import { Browser, csrfIn, type Seen } from './browser.js';
import { startHttp, type HttpHost } from './http-host.js';
import { notePages, notes, open, shown } from './note-pages.js';

let host: TestHost;
let http: HttpHost;
let behindProxy: HttpHost;
let browser: Browser;

beforeAll(async () => {
  host = await startTestHost({ modules: [web, notePages] });
  http = await startHttp(host.kernel);
  behindProxy = await startHttp(host.kernel, { publicUrl: 'https://svc.example.com' });
});
afterAll(async () => {
  http.close();
  behindProxy.close();
  await host.stop();
});
beforeEach(() => {
  browser = new Browser(http.origin);
  notes.length = 0;
  open.clear();
});

const signIn = (): Promise<Seen> => browser.submit('/enter', { text: 'x' });
const problemOf = ({ html }: Seen): unknown => JSON.parse(html);
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

describe('a page', () => {
  it('is shown with its title, in a language, under a policy without scripts, and kept by nobody', async () => {
    const { status, headers, html } = await browser.get('/open');
    expect(status).toBe(200);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<title>The page open · svc</title>');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(html).not.toMatch(/<script|style=|\son\w+=/i);
  });

  it('has a field to search in, except for strangers where they see nothing', async () => {
    const field = 'placeholder="Find notes"';
    expect((await browser.get('/open')).html).toContain(field);
    shown.toStrangers = false;
    expect((await browser.get('/open')).html).not.toContain(field);
    await signIn();
    expect((await browser.get('/open')).html).toContain(field);
    shown.toStrangers = true;
  });

  it('takes parameters from its address, and a fixed address goes first', async () => {
    expect((await browser.get('/notes/J%C3%BCrgen%20S')).html).toContain('<h1>Jürgen S</h1>');
    expect((await browser.get('/notes/fixed')).html).toContain('<h1>fixed</h1>');
  });

  it.each([
    '/notes/',
    '/notes/a/b',
    '/notes/%00',
    '/notes/%0a',
    '/notes/%ff',
    '/notes/%',
    '/OPEN',
    '/open/',
    '/none',
    // a server for local trial has it
    '/look',
    '//open',
    '/notes/%C0%AF',
  ])('is not found at %s', async (path) => {
    const { status, html, headers } = await browser.get(path);
    expect(status).toBe(404);
    expect(html).toContain('<h1>Page not found</h1>');
    expect(headers.get('content-security-policy')).toBe(POLICY);
  });

  it('that does not exist is "not found" for a person who is signed in, and they stay signed in', async () => {
    await signIn();
    const { status, html } = await browser.get('/none');
    expect([status, html]).toEqual([404, expect.stringContaining('Sign out')]);
  });

  it('needs nothing of our sources: the point is known by its id, answers are plain objects', async () => {
    expect((await browser.submit('/plain', { text: 'Done.' })).headers.get('location')).toBe(
      '/plain',
    );
    expect((await browser.get('/plain')).html).toMatch(/>Done\.<.*<h1>plain<\/h1>/s);
  });

  it('answers HEAD as GET, without the text', async () => {
    const { status, headers, html } = await browser.send('/open', { method: 'HEAD' });
    expect([status, headers.get('content-type'), html]).toEqual([
      200,
      'text/html; charset=utf-8',
      '',
    ]);
  });

  it.each([
    ['/leave', 'GET', 'POST'],
    ['/notes/fixed', 'POST', 'GET, HEAD'],
  ])('%s does not answer %s', async (path, method, allow) => {
    await signIn();
    const { status, headers } =
      method === 'GET' ? await browser.get(path) : await browser.post(path, {});
    expect([status, headers.get('allow')]).toEqual([405, allow]);
  });

  it('that fails says so without a reason, and names the request, which the log names too', async () => {
    const { status, headers, html } = await browser.get('/broken');
    expect(status).toBe(500);
    const requestId = headers.get('x-request-id')!;
    expect(html).toContain(requestId);
    expect(html).not.toContain('undefined');
    expect(host.log).toContainEqual(
      expect.objectContaining({ level: 'error', fields: expect.objectContaining({ requestId }) }),
    );
  });
});

describe('a page with the rest of its path', () => {
  it.each([
    ['/files/ann/a.txt', 'a.txt'],
    ['/files/ann/skills/a%20b/SKILL.md', 'skills/a b/SKILL.md'],
    ['/files/ann/x/%2E%2E./y', 'x/.../y'],
  ])('gets %s as %s', async (path, rest) => {
    const { status, html } = await browser.get(path);
    expect([status, html]).toEqual([200, `${rest.replaceAll('/', '\n')}\n`]);
  });

  it.each([
    '/files/ann',
    '/files/ann/',
    '/files/ann/a/',
    '/files/ann//a',
    '/files/ann/a%2Fb',
    '/files/ann/..%2F..%2Fb',
    '/files/ann/..%5Cb',
    '/files/ann/a%00b',
    '/files/ann/%ff',
    '/files//a',
  ])('is not found at %s', async (path) => {
    expect((await browser.get(path)).status).toBe(404);
  });

  it('may have parameters of any name', async () => {
    expect((await browser.get('/numbered/a/b')).html).toContain('<h1>fixed</h1>');
  });

  it('answers after a more literal one', async () => {
    expect((await browser.get('/files/ann/plan/x')).html).toContain('<h1>fixed</h1>');
    expect((await browser.get('/files/ann/plan/x/y')).html).toBe('plan\nx\ny\n');
  });
});

describe('a file', () => {
  it('is offered to keep, and can do nothing when it is opened', async () => {
    const { status, headers, html } = await browser.get('/files/ann/a.txt');
    expect([status, html]).toEqual([200, 'a.txt\n']);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/html',
      'content-length': '6',
      'content-disposition': `attachment; filename="Gr??e/a.txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%2Fa.txt`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it('that cannot be opened is an error page', async () => {
    const { status, html } = await browser.get('/files/ann/lost.txt');
    expect([status, html]).toEqual([500, expect.stringContaining('Request id')]);
    expect(html).not.toContain('the disk is gone');
  });

  it('that is shorter than it should be is not taken for complete', async () => {
    await expect(browser.get('/files/ann/damaged.txt')).rejects.toThrow(/fetch failed|terminated/);
  });

  it('has no text for HEAD', async () => {
    const { headers, html } = await browser.send('/files/ann/a.txt', { method: 'HEAD' });
    expect([headers.get('content-length'), html]).toEqual(['6', '']);
  });
});

describe('programs', () => {
  it('get problem documents, and at the root what the server is', async () => {
    const plain = (path: string) => browser.get(path, { Accept: '*/*' });
    expect(problemOf(await plain('/'))).toMatchObject({ name: 'svc' });
    expect(problemOf(await plain('/none'))).toMatchObject({ status: 404, code: 'not_found' });
    expect(problemOf(await plain('/broken'))).toMatchObject({ status: 500, code: 'internal' });
    expect((await browser.get('/')).html).toContain('<h1>Plugins for your coding agents</h1>');
  });

  it.each(['/v1/none', '/experimental/none', '/users/none', '/v1'])(
    'get a problem document at %s, also with a browser',
    async (path) => {
      expect(problemOf(await browser.get(path))).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
    'get a problem document for %s',
    async (method) => {
      expect((await browser.send('/open', { method })).headers.get('content-type')).toContain(
        'application/problem+json',
      );
    },
  );
});

describe('style sheet and icon', () => {
  it('are kept by browsers for good, under addresses that name their contents', async () => {
    const { html } = await browser.get('/open');
    const paths = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(new Set(paths).size).toBe(2);
    for (const path of paths) {
      const { status, headers } = await browser.get(path, { Accept: '*/*' });
      expect([status, headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(headers.get('content-type')).toMatch(/^(text\/css; charset=utf-8|image\/svg\+xml)$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect((await browser.get(path.replace(/[0-9a-f]{16}/, '0'.repeat(16)))).status).toBe(404);
    }
  });
});

describe('a form', () => {
  it('does what it asks for once, and says so once', async () => {
    await signIn();
    const sent = await browser.submit('/notes', { text: 'buy <milk>' });
    expect([sent.status, sent.headers.get('location')]).toEqual([303, '/notes']);
    expect(notes).toEqual(['buy <milk>']);
    expect((await browser.get('/notes')).html).toContain(
      '<p class="notice" role="status">Noted: buy &lt;milk&gt;</p>',
    );
    expect((await browser.get('/notes')).html).not.toContain('class="notice"');
  });

  it('that is refused is shown again with what was entered, passwords excepted', async () => {
    const { status, html } = await browser.submit('/open', { text: '', secret: 'my password' });
    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain('<p class="wrong" id="text-hint">must be filled in</p>');
    const odd = await browser.submit('/open', { text: 'odd' });
    expect(odd.html).toContain('<p class="wrong" id="text-hint">is odd</p>');
    expect(html).toMatch(
      /<input id="text"[^>]*aria-invalid="true"[^>]*aria-describedby="text-hint"/,
    );
    expect(html).not.toContain('my password');
    expect((await browser.submit('/open', { text: 'slow' })).html).toContain('value="slow"');
  });

  it('says when it may be sent again', async () => {
    const { status, headers } = await browser.submit('/open', { text: 'slow' });
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
  });

  it('may be answered with a view, which nobody keeps and which shows nothing of the form', async () => {
    const { status, headers, html } = await browser.submit('/key', { text: 'one' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(html).toContain('<h1>key-one</h1>');
    expect(html).not.toContain('value="one"');
    // forms of the view work
    expect((await browser.post('/key', { csrf: csrfIn({ html }), text: 'two' })).html).toContain(
      '<h1>key-two</h1>',
    );
    expect((await browser.get('/key')).html).not.toContain('key-');
  });

  it('that fails tells nothing of the inside', async () => {
    const { status, html } = await browser.submit('/open', { text: 'bug' });
    expect(status).toBe(500);
    expect(html).not.toContain('secret of the program');
  });

  it('never sends the browser elsewhere', async () => {
    const { status, headers } = await browser.submit('/open', { text: 'away' });
    expect([status, headers.get('location')]).toEqual([500, null]);
  });
});

describe('the front page', () => {
  const failed = (part: string) =>
    `<p class="problem">“The part ${part}” could not be shown. Please try again in a moment.</p>`;

  it('is shown though modules fail, with a sentence for each', async () => {
    const { status, html } = await browser.get('/');
    expect(status).toBe(200);
    expect(html).toContain('Plugins for your coding agents');
    for (const part of ['lost', 'hanging', 'unprintable']) expect(html).toContain(failed(part));
    await signIn();
    const mine = await browser.get('/');
    expect(mine.status).toBe(200);
    for (const words of ['<h1>Overview</h1>', 'Sign out']) expect(mine.html).toContain(words);
    for (const part of ['lost', 'hanging', 'unprintable'])
      expect(mine.html).toContain(failed(part));
    for (const part of ['lost', 'hanging'])
      expect(mine.html).toContain(`“The part ${part}” could not be asked what waits for you.`);
    expect(mine.html).not.toContain('the notes are lost');
    for (const words of ['a part of a page cannot be printed', '"part":"hanging"'])
      expect(JSON.stringify(host.log)).toContain(words);
  });
});

describe('strangers', () => {
  it('are sent to sign in, with the address to come back to', async () => {
    const { status, headers } = await browser.get('/notes?heading=a%26b');
    expect([status, headers.get('location')]).toEqual([
      303,
      `/enter?next=${encodeURIComponent('/notes?heading=a%26b')}`,
    ]);
  });

  it('change nothing', async () => {
    const { status, headers } = await browser.post('/notes', {});
    expect([status, headers.get('location')]).toEqual([303, '/enter?next=%2Fnotes']);
    expect((await browser.post('/leave', {})).headers.get('location')).toBe('/enter');
    expect(notes).toEqual([]);
  });

  it('get no cookie before they are shown a form', async () => {
    expect((await browser.get('/none')).headers.getSetCookie()).toEqual([]);
    await browser.get('/open');
    expect([...browser.cookies.keys()]).toEqual(['svc_visit']);
  });

  it('see no link of those who are signed in', async () => {
    expect((await browser.get('/open')).html).not.toContain('My notes');
    await signIn();
    expect((await browser.get('/notes')).html).toContain(
      '<a href="/notes" aria-current="page">My notes</a>',
    );
  });
});

describe('a session', () => {
  it('begins with a new token, and a token that was planted before is worth nothing', async () => {
    browser.cookies.set('svc_session', 'planted').set('svc_visit', 'planted');
    await signIn();
    expect(browser.cookies.get('svc_session')).toMatch(/^token-/);
    expect(browser.cookies.has('svc_visit')).toBe(false);
    expect(open.size).toBe(1);
  });

  it('ends when another one begins', async () => {
    await signIn();
    const before = browser.cookies.get('svc_session')!;
    await signIn();
    expect([...open.keys()]).toEqual([browser.cookies.get('svc_session')]);
    const old = new Browser(http.origin);
    old.cookies.set('svc_session', before);
    expect((await old.get('/notes')).status).toBe(303);
  });

  it('ends on the server by signing out', async () => {
    await signIn();
    const stolen = new Map(browser.cookies);
    const left = await browser.post('/leave', { csrf: csrfIn(await browser.get('/notes')) });
    expect([left.status, left.headers.get('location')]).toEqual([303, '/enter']);
    expect(open.size).toBe(0);
    expect((await browser.get('/enter')).html).toContain('Bye.');
    const thief = new Browser(http.origin);
    for (const [name, value] of stolen) thief.cookies.set(name, value);
    expect((await thief.get('/notes')).status).toBe(303);
  });

  it('that ends before a form arrives loses nothing of what was entered, and does nothing', async () => {
    await signIn();
    const csrf = csrfIn(await browser.get('/notes'));
    open.clear();
    const sent = { text: '"><b>milk</b>', notes: 'two\r\nlines', 'new-password': 'my secret' };
    const kept = await browser.post('/notes?heading=mine', { csrf, ...sent });
    expect([kept.status, kept.headers.get('cache-control')]).toEqual([403, 'no-store']);
    expect(kept.html).toContain('<h1>You are signed out</h1>');
    expect(kept.html).toContain('<a href="/enter" target="_blank" rel="noopener">');
    expect(kept.html).toContain('action="/notes?heading=mine"');
    expect(kept.html).toContain('name="text" value="&quot;&gt;&lt;b&gt;milk&lt;/b&gt;"');
    expect(kept.html).not.toMatch(/my secret|<b>milk/);
    expect(kept.html).not.toContain(csrf);
    // another tab may have signed in meanwhile
    expect(kept.headers.getSetCookie().join()).not.toContain('svc_session');
    const { text, notes: lines } = sent;
    const entered = { text, notes: lines };
    expect((await browser.post('/notes', entered)).html).toContain('You are signed out');
    await signIn();
    const again = await browser.post('/notes', entered);
    expect([again.status, notes]).toEqual([403, []]);
    expect(again.html).toContain('This form was out of date, so nothing was done.');
    expect(again.html).toContain('value="&quot;&gt;&lt;b&gt;milk&lt;/b&gt;"');
    expect((await browser.post('/notes', { ...entered, csrf: csrfIn(again) })).status).toBe(303);
    expect(notes).toEqual([text]);
  });

  it('that a form replaces, sent twice, is not taken for one that has ended', async () => {
    await signIn();
    const old = new Map(browser.cookies);
    const csrf = csrfIn(await browser.get('/notes'));
    await browser.submit('/enter', { text: 'x' });
    const late = new Browser(http.origin);
    for (const [name, value] of old) late.cookies.set(name, value);
    const form = { csrf, text: 'x', 'replaces-session': 'yes' };
    expect((await late.post('/notes', form)).headers.get('location')).toBe('/enter?next=%2Fnotes');
  });

  it('is the one of the right cookie only: two of the same name are nobody', async () => {
    await signIn();
    const token = browser.cookies.get('svc_session')!;
    const cookie = `svc_session=${token}; svc_session=planted`;
    expect((await browser.get('/notes', { Cookie: cookie })).status).toBe(303);
    expect((await browser.get('/notes', { Cookie: `__Host-svc_session=${token}` })).status).toBe(
      303,
    );
  });

  it('has a cookie that scripts and other hosts do not see when people come by https', async () => {
    const origin = 'https://svc.example.com';
    const far = new Browser(behindProxy.origin);
    const { html } = await far.get('/enter');
    const { headers } = await far.post(
      '/enter',
      { csrf: csrfIn({ html }), text: 'x' },
      { Origin: origin },
    );
    const session = headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('__Host-svc_session='));
    expect(session).toMatch(
      /^__Host-svc_session=token-[\w-]+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    expect(
      (await far.post('/notes', { csrf: 'x', text: 'x' }, { Origin: behindProxy.origin })).status,
    ).toBe(403);
  });
});

describe('a notice', () => {
  it.each(['aGk.aGk', 'aGk', 'aGk.', '.', 'x'])(
    'that the server did not write (%s) is not shown',
    async (planted) => {
      browser.cookies.set('svc_notice', planted);
      expect((await browser.get('/open')).html).not.toContain('class="notice"');
    },
  );

  it('is shown to the browser that it was written for', async () => {
    await signIn();
    await browser.submit('/notes', { text: 'mine' });
    const other = new Browser(http.origin);
    other.cookies.set('svc_notice', browser.cookies.get('svc_notice')!);
    expect((await other.get('/open')).html).not.toContain('Noted: mine');
  });
});

describe('another site', () => {
  const foreign = [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' },
    { Origin: 'http://evil.127.0.0.1', 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'http://127.0.0.1:1', 'Sec-Fetch-Site': 'same-site' },
  ];

  it.each(foreign)('cannot send a form, even with its token: %j', async (headers) => {
    await signIn();
    const csrf = csrfIn(await browser.get('/notes'));
    const { status, html } = await browser.post('/notes', { csrf, text: 'planted' }, headers);
    expect([status, notes]).toEqual([403, []]);
    // nothing of what it sent is shown
    expect(html).not.toContain('planted');
  });

  it.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json'])(
    'cannot send %s',
    async (type) => {
      await signIn();
      const csrf = csrfIn(await browser.get('/notes'));
      const { status } = await browser.post(
        '/notes',
        { csrf, text: 'planted' },
        { 'Content-Type': type },
      );
      expect([status, notes]).toEqual([415, []]);
    },
  );

  it('cannot use its own session’s token, a stranger’s, an earlier one or none', async () => {
    const evil = new Browser(http.origin);
    const stranger = csrfIn(await evil.get('/open'));
    await evil.submit('/enter', { text: 'x' });
    const own = csrfIn(await evil.get('/notes'));
    const before = csrfIn(await browser.get('/open'));
    await signIn();
    for (const csrf of [stranger, own, before, '', 'x'.repeat(43)]) {
      expect((await browser.post('/notes', { csrf, text: 'planted' })).status).toBe(403);
    }
    expect((await browser.post('/notes', { text: 'planted' })).status).toBe(403);
    expect((await browser.post('/leave', { csrf: own })).status).toBe(403);
    expect(notes).toEqual([]);
    expect((await browser.get('/notes')).status).toBe(200);
  });

  it('cannot sign somebody in to its own account', async () => {
    const evil = new Browser(http.origin);
    const csrf = csrfIn(await evil.get('/enter'));
    await browser.get('/enter');
    expect((await browser.post('/enter', { csrf, text: 'x' })).status).toBe(403);
    expect(browser.cookies.has('svc_session')).toBe(false);
  });

  it('cannot make the server take another address for its own', async () => {
    await signIn();
    const csrf = csrfIn(await browser.get('/notes'));
    const { status } = await browser.post(
      '//evil.example/notes',
      { csrf, text: 'planted' },
      { Origin: 'http://evil.example' },
    );
    expect([status, notes]).toEqual([404, []]);
  });
});

describe('Markdown on a page', () => {
  it('is the only value that is not escaped', async () => {
    const { html } = await browser.get(`/text?text=${encodeURIComponent('*a* <b> [x](y)')}`);
    expect(html).toContain('<p><em>a</em> &#x3C;b> <a href="/files/ann/y">x</a></p>');
    expect(html).toContain('<p class="forged">*a* &lt;b&gt; [x](y)</p>');
    expect(html).toContain('<p class="joined">&lt;div class=');
  });
});

describe('what pages show', () => {
  it.each([
    '{{7*7}}',
    '{{range.constructor("return process")()}}',
    '{% include "/etc/passwd" %}',
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onfocus='alert(1)",
    '</title><svg onload=alert(1)>',
    '${7*7}',
    '&lt;img&gt;',
  ])('is text and nothing else: %s', async (text) => {
    await signIn();
    await browser.submit('/notes', { text });
    const shown = (await browser.get(`/notes?heading=${encodeURIComponent(text)}`)).html;
    const again = (await browser.submit('/open', { text: `${text} slow` })).html;
    const escaped = text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;');
    expect(shown.split(escaped).length - 1).toBe(4);
    expect(again).toContain(`value="${escaped} slow"`);
    for (const html of [shown, again]) {
      if (escaped !== text) expect(html).not.toContain(text);
      expect(html).not.toMatch(/\[object process\]|root:/);
    }
    expect(shown).toContain('&lt;b&gt;ann&lt;/b&gt;@example.com');
  });
});

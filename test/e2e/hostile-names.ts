import { expect } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { openWindow, type Window } from './chromium.js';
import { CLOSE, RUN, TURNING } from './hostile-plugin.js';
import type { Program, Server } from './program.js';

/** Addresses of mailboxes that a mail program would take. */
export const HOSTILE_MAILBOXES = [
  '"<img src=x onerror=window.ran=1>"@example.com',
  '"x><script>window.ran=1</script>"@example.com',
  "{{7*7}}'onmouseover='window.ran=1'@example.com",
  'turned\u202e\u2067\u200f\u061cmoc@example.com',
] as const;

/** What admins of the organization see of the names. */
export const PAGES_OF_ORGANIZATION = ['', '/audit', '/audit?object=web', '/policy'].map(
  (path) => `/organizations/main${path}`,
);
/** What owners of the workspace see of them. */
export const PAGES_WITH_NAMES: readonly string[] = [
  ...['', '/members', '/keys', '/projects', '/policy'].map((path) => `/workspaces/acme${path}`),
  ...['/', '/account', '/runs?workspace=acme', '/schedules?workspace=acme'],
  ...['/plugins/acme/hostile/v/1.0.0', '/plugins/acme/hostile/versions'],
];

const PASSWORD = 'battery horse correct';

interface Named {
  readonly program: Program;
  readonly server: Server;
  readonly browser: Browser;
}

/** Invites the owners of these mailboxes as owners of `acme`; the window of the first, who has joined. */
export async function joinHostilePeople({ program, server, browser }: Named): Promise<Window> {
  const codes: string[] = [];
  for (const mailbox of HOSTILE_MAILBOXES) {
    const line = ['workspace', 'add-member', 'acme', mailbox, '--role', 'owner'];
    const { code, stdout, stderr } = await program.run(line);
    expect({ mailbox, code, stderr: code === 0 ? '' : stderr }).toMatchObject({ code: 0 });
    codes.push(/\b(svc_code_\w{38})\b/.exec(stdout)?.[1] ?? '');
  }
  let first: Window | undefined;
  // the last one stays invited
  for (const code of codes.slice(0, -1)) {
    const window = await openWindow(browser);
    const { page } = window;
    await page.goto(`${server.origin}/invitations/${code}`);
    await page.getByLabel('Choose a password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.origin}/`);
    if (first === undefined) first = window;
    else await window.close();
  }
  return first!;
}

/** Makes a launch, a task, a schedule, a project and more with hostile names; the addresses of their pages. */
export class HostileNames {
  constructor(
    private readonly server: Server,
    /** Of an owner of the workspace `acme`. */
    private readonly key: string,
  ) {}

  async make(): Promise<readonly string[]> {
    const workspace = 'acme';
    const skill = { workspace, skill: 'acme/hostile@1.1.0#tea', agent: 'scripted' };
    const asked = { ...skill, repo: 'acme/shop', label: CLOSE };
    const environment = await this.#post('/experimental/environments', {
      ...{ workspace, name: 'kitchen', entries: { KETTLE: CLOSE } },
    });
    const instructions = `${CLOSE}${TURNING}`;
    const launch = await this.#post('/experimental/launch-runs', { ...asked, instructions });
    const task = await this.#post('/experimental/tasks', { ...asked, instructions });
    const cron = { cron: '0 9 * * 1-5', environment: environment['id'] };
    const schedule = await this.#post('/experimental/schedules', { ...asked, ...cron });
    const sourceUri = 'https://git.example/acme/<img src=x onerror=window.ran=1>';
    const source = { sourceType: RUN.slice(0, 64), sourceUri, repoSubpath: RUN };
    await this.#post('/v1/projects', { workspace, name: 'web', ...source });
    return [
      ...[`/launches/${launch['launchRunId']!}`, `/launches/${launch['launchRunId']!}/cancel`],
      ...[`/tasks/${task['id']!}`, `/tasks/${task['id']!}/cancel`],
      ...[`/schedules/${schedule['id']!}`, `/schedules/${schedule['id']!}/delete`],
    ];
  }

  async #post(path: string, body: object): Promise<Readonly<Record<string, string>>> {
    const response = await fetch(this.server.origin + path, {
      method: 'POST',
      headers: {
        ...{ Authorization: `Bearer ${this.key}`, 'Content-Type': 'application/json' },
        // the audit log shows what sent a request
        'User-Agent': RUN,
      },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Record<string, string> };
    expect({ path, ok: response.ok, answer }).toMatchObject({ ok: true });
    return answer.data;
  }
}

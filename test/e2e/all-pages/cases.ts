/** A page in one of its states. */
export interface PageCase {
  /** Its address; `{plugin}` and the like stand for what the server of this suite holds, see `filled-server.ts`. */
  readonly at: string;
  /** Who looks; the user of the server unless given. */
  readonly as?: 'stranger' | 'person';
  /** What the state is called in the name of the test. */
  readonly state?: string;
  /** The name of a button: its form is sent with nothing entered, and refused. */
  readonly refused?: string;
  readonly status?: number;
  /** Rules of axe-core that do not hold for this state, with a reason beside the line. */
  readonly except?: readonly string[];
}

/** Every page that people see. A new page is a line; one of several states a line for each. */
export const PAGES: readonly PageCase[] = [
  { at: '/', as: 'stranger' },
  { at: '/', state: 'signed in' },
  { at: '/none', as: 'stranger', status: 404, state: 'an error' },
  { at: '/none', status: 404, state: 'an error' },
  { at: '/look' },
  // only who has asked for it gets it, and each such page has the link that stops it
  { at: '/look?reload=on', state: 'reloading', except: ['meta-refresh'] },
  { at: '/look', refused: 'Send', status: 400 },
  { at: '/look?run', state: 'a run' },
  { at: '/sign-in', as: 'stranger' },
  { at: '/sign-in', as: 'stranger', refused: 'Sign in', status: 400 },
  { at: '/invitations', as: 'stranger' },
  { at: '/invitations', as: 'stranger', refused: 'Continue', status: 403 },
  { at: '/invitations/{invitation}', as: 'stranger' },
  { at: '/invitations/{invitation}', as: 'stranger', refused: 'Join', status: 400 },
  { at: '/device' },
  { at: '/device', refused: 'Continue', status: 400 },
  { at: '/device?code={device}', state: 'a program waits' },
  { at: '/account' },
  { at: '/account', refused: 'Change the password', status: 400 },
  { at: '/plugins/dev/review' },
  { at: '/plugins/dev/review/v/1.0.0', state: 'an older version' },
  { at: '/plugins/dev/review/versions' },
  { at: '/plugins/dev/review/archive' },
  { at: '/plugins/dev/review/v/1.0.0/unpublish' },
  { at: '/plugins/dev/review', as: 'stranger', status: 404, state: 'of others' },
  { at: '/schedules?workspace=dev', state: 'full' },
  { at: '/schedules?workspace=empty', state: 'empty' },
  { at: '/schedules', state: 'several workspaces' },
  { at: '/schedules/{schedule}' },
  { at: '/schedules/{schedule}', refused: 'Save the changes', status: 400 },
  { at: '/schedules/{schedule}/delete' },
  { at: '/launches/{launch}' },
  { at: '/launches/{launch}/cancel' },
  { at: '/tasks/{task}' },
  { at: '/tasks/{task}/cancel' },
  { at: '/evals?workspace=dev', state: 'empty' },
  { at: '/runs?workspace=dev', state: 'full' },
  { at: '/runs?workspace=empty', state: 'empty' },
  { at: '/plugins/dev/review' },
  { at: '/plugins/dev/review/versions' },
  { at: '/plugins/dev/review/v/1.0.0', state: 'older than the latest' },
  { at: '/plugins/dev/review/archive' },
  { at: '/plugins/dev/review/unpublish' },
  { at: '/plugins/dev/review', as: 'stranger', status: 404, state: 'private' },
  { at: '/plugins/dev/open', as: 'stranger', state: 'public' },
  { at: '/plugins/dev/open/v/1.0.0', as: 'stranger' },
  { at: '/workspaces' },
  { at: '/workspaces/new' },
  { at: '/workspaces/new', refused: 'Create the workspace', status: 400 },
  { at: '/workspaces/dev' },
  { at: '/workspaces/empty', state: 'empty' },
  { at: '/workspaces/dev/plugins' },
  { at: '/workspaces/empty/plugins', state: 'empty' },
  { at: '/workspaces/dev/members' },
  { at: '/workspaces/dev/keys' },
  { at: '/workspaces/dev/settings' },
  { at: '/workspaces/dev/settings/archive' },
  { at: '/workspaces/empty/settings/delete' },
  { at: '/workspaces/dev/projects' },
  { at: '/workspaces/dev/policy' },
  { at: '/workspaces/dev/evals' },
  { at: '/organizations/new', status: 403, state: 'not allowed' },
  { at: '/organizations/dev' },
  { at: '/organizations/dev/keys' },
  { at: '/organizations/dev/policy' },
  { at: '/organizations/dev/audit' },
  { at: '/organizations/dev/credits' },
  { at: '/errors', as: 'stranger' },
  { at: '/errors/not_found', as: 'stranger' },
  { at: '/docs', as: 'stranger' },
  { at: '/search', as: 'stranger' },
  { at: '/search?q=review', state: 'full' },
  { at: '/search?q=nothing-is-called-so', state: 'empty' },
];

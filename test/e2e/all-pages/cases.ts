/** A page in one of its states. */
export interface PageCase {
  /** Its address; `{plugin}` and the like stand for what the server of this suite holds, see `filled-server.ts`. */
  readonly at: string;
  /** Who looks; the user of the server unless given. */
  readonly as?: 'stranger' | 'person';
  /** What the state is called in the name of the test. */
  readonly state?: string;
  /** `fresh`: on a server that nobody has set up; on the one that is filled unless given. */
  readonly on?: 'fresh';
  /** The name of a button: its form is sent with nothing entered, and refused. */
  readonly refused?: string;
  /** The name of a button: its form is sent with what is entered, and answered by a page of its own. */
  readonly sent?: string;
  /** What is entered, by the names of the fields, in place of nothing. */
  readonly entered?: Readonly<Record<string, string>>;
  /** What only this state says. */
  readonly shows?: string;
  /** What this state does not say. */
  readonly lacks?: string;
  /** The state comes about only where programs can run in a sandbox. */
  readonly sandboxed?: true;
  /** The session ends before that form is sent. */
  readonly signedOut?: true;
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
  { at: '/password-resets/{reset}', as: 'stranger' },
  { at: '/password-resets/{reset}', as: 'stranger', refused: 'Change the password', status: 400 },
  { at: '/device' },
  { at: '/device', refused: 'Continue', status: 400 },
  { at: '/device?code={device}', state: 'a program waits' },
  { at: '/account' },
  { at: '/account', refused: 'Change the password', status: 400 },
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
  { at: '/evals?workspace=dev', state: 'full' },
  { at: '/evals?workspace=empty', state: 'empty' },
  { at: '/evals/{evaluation}', sandboxed: true, shows: 'Underpowered' },
  { at: '/evals/{evaluation}/cells/{solution}', sandboxed: true, shows: 'The leaf of the house' },
  {
    at: '/evals/{evaluation}/cells/{solution}',
    ...{ sandboxed: true, refused: 'Change the points', status: 400 },
  },
  { at: '/generations/{generation}', shows: 'Money back' },
  { at: '/runs?workspace=dev', state: 'full' },
  { at: '/runs?workspace=empty', state: 'empty' },
  { at: '/plugins/dev/review' },
  { at: '/plugins/dev/review/versions' },
  { at: '/plugins/dev/review/v/1.0.0', state: 'older than the latest' },
  { at: '/plugins/dev/review/v/1.1.0/files' },
  { at: '/plugins/dev/review/v/1.1.0/files/skills/review/SKILL.md?line=2#L2' },
  { at: '/plugins/dev/review/v/1.1.0/files/skills/review/SKILL.md?as=document' },
  { at: '/plugins/dev/review/v/1.1.0/files/none', status: 404, state: 'absent' },
  { at: '/plugins/dev/review/diff/1.0.0/1.1.0' },
  { at: '/plugins/dev/review/diff/1.0.0/1.1.0?file=.svc-plugin/plugin.json' },
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
  { at: '/workspaces/dev/members', refused: 'Add the member', status: 400 },
  { at: '/workspaces/dev/members/{member}' },
  { at: '/workspaces/dev/members/{member}/remove' },
  { at: '/workspaces/dev/keys' },
  { at: '/workspaces/dev/keys', refused: 'Create the key', status: 400 },
  {
    at: '/workspaces/dev/keys',
    ...{ sent: 'Create the key', entered: { name: 'shown once' }, shows: 'Copy the key' },
  },
  { at: '/workspaces/dev/keys/{key}/revoke' },
  { at: '/workspaces/dev/settings' },
  { at: '/workspaces/dev/settings/archive' },
  { at: '/workspaces/dev/settings/archive', refused: 'Archive the workspace', status: 400 },
  { at: '/workspaces/empty/settings/delete' },
  { at: '/workspaces/dev/projects' },
  { at: '/workspaces/dev/projects', refused: 'Create the project', status: 400 },
  { at: '/workspaces/dev/policy' },
  {
    at: '/workspaces/dev/policy',
    ...{ refused: 'Save the policies', entered: { days: '-1' }, status: 400 },
  },
  { at: '/workspaces/dev/policy/delete' },
  { at: '/workspaces/dev/evals' },
  {
    ...{ at: '/workspaces/new', sent: 'Create the workspace', entered: { name: 'late' } },
    ...{ signedOut: true, status: 403, shows: 'You are signed out' },
  },
  { at: '/organizations/new', status: 403, state: 'not allowed' },
  { at: '/organizations/dev', shows: 'dave@example.com' },
  { at: '/organizations/dev', refused: 'Invite', status: 400 },
  {
    at: '/organizations/dev',
    ...{ sent: 'Invite', entered: { email: 'erin@example.com' }, shows: 'is invited' },
  },
  // an invitation that is sent once more must be two minutes old
  {
    at: '/organizations/dev',
    ...{ refused: 'Send again: the invitation of erin@example.com', status: 429 },
  },
  { at: '/organizations/dev/invitations/{waiting}/cancel' },
  { at: '/organizations/dev/members/{member}' },
  { at: '/organizations/dev/members/{member}', sent: 'Make a link', shows: '/password-resets/' },
  { at: '/organizations/dev/members/{member}/remove' },
  { at: '/organizations/dev/keys' },
  { at: '/organizations/dev/keys', refused: 'Create the key', status: 400 },
  { at: '/organizations/dev/policy' },
  { at: '/organizations/dev/audit' },
  { at: '/organizations/dev/audit?operation=registry.publishTile', state: 'narrowed' },
  { at: '/organizations/dev/audit?actor=nobody', shows: 'Nothing here fits.' },
  { at: '/organizations/dev/credits', shows: 'credits are left this month' },
  { at: '/errors', as: 'stranger' },
  { at: '/errors/not_found', as: 'stranger' },
  { at: '/docs', as: 'stranger' },
  { at: '/search', as: 'stranger' },
  { at: '/search?q=review', state: 'full' },
  { at: '/search?q=nothing-is-called-so', state: 'empty' },
  { at: '/runs?workspace=dev&kind=evals', state: 'no runs of a kind' },
  { at: '/runs', state: 'several workspaces' },
  { at: '/reviews/{security}' },
  { at: '/reviews/{quality}' },
  { at: '/fixes/{fix}', shows: 'Nothing was changed.', lacks: 'Download the improved files' },
  {
    ...{ at: '/plugins/dev/blocked', state: 'blocked', shows: 'Show what was found' },
    lacks: '`svc review',
  },
  { at: '/plugins/dev/blocked', as: 'stranger', state: 'blocked', shows: 'Moderation' },
  { at: '/plugins/dev/blocked/security', as: 'stranger', state: 'blocked' },
  { at: '/plugins/dev/blocked/security', state: 'blocked', shows: 'collect.example.org' },
  { at: '/plugins/dev/states/v/1.0.0', state: 'pending', shows: 'being scanned' },
  { at: '/plugins/dev/states/v/1.1.0', state: 'error', shows: 'scan failed' },
  { at: '/plugins/dev/states/v/1.2.0', state: 'not scanned', shows: 'not scanned' },
  { at: '/plugins/dev/starter', shows: 'brew --strong' },
  { at: '/plugins/dev/starter/v/1.0.0/files/docs', state: 'a folder' },
  { at: '/plugins/dev/large/v/1.1.0/files', state: 'in parts', shows: 'Next page' },
  { at: '/plugins/dev/large/diff/1.0.0/1.1.0', state: 'in parts', shows: 'Next page' },
  { at: '/plugins/dev/large/diff/1.0.0/1.1.0?after=docs/40.md', state: 'the next part' },
  { at: '/plugins/dev/large/diff/1.0.0/1.1.0?file=long.md', state: 'in parts' },
  { at: '/plugins/dev/large/diff/1.0.0/1.1.0?file=long.md&part=2', state: 'the next part' },
  { at: '/plugins/dev/review/security' },
  { at: '/plugins/dev/review/quality' },
  { at: '/plugins/dev/review/evaluations', state: 'empty' },
  { at: '/plugins/dev/pot/evaluations', sandboxed: true, shows: 'dev/pot@1.0.0' },
  { at: '/first-run', on: 'fresh', as: 'stranger' },
  { at: '/first-run', on: 'fresh', as: 'stranger', refused: 'Create the account', status: 400 },
];

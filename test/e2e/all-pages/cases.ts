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
}

/** Every page that people see. A new page is a line; one of several states a line for each. */
export const PAGES: readonly PageCase[] = [
  { at: '/', as: 'stranger' },
  { at: '/', state: 'signed in' },
  { at: '/none', as: 'stranger', status: 404, state: 'an error' },
  { at: '/none', status: 404, state: 'an error' },
  { at: '/look' },
  { at: '/look?reload=on', state: 'reloading' },
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
  { at: '/runs?workspace=dev', state: 'full' },
  { at: '/runs?workspace=empty', state: 'empty' },
  { at: '/runs?workspace=dev&kind=evals', state: 'no runs of a kind' },
  { at: '/runs', state: 'several workspaces' },
  { at: '/reviews/{security}' },
  { at: '/reviews/{quality}' },
  { at: '/fixes/{fix}' },
  { at: '/plugins/dev/review/security' },
  { at: '/plugins/dev/review/quality' },
  { at: '/plugins/dev/review/evaluations', state: 'empty' },
];

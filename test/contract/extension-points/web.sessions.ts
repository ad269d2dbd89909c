import { contribute } from 'svc-registry/kernel';
import { sessionsPoint, type BrowserSessions } from 'svc-registry/web';

export class Sessions implements BrowserSessions {
  private readonly people = new Map([['token-1', { id: 'u1', label: 'ann@example.com' }]]);

  find(token: string) {
    const person = this.people.get(token);
    if (person === undefined) return Promise.resolve(undefined);
    return Promise.resolve({ caller: { kind: 'user' as const, ...person }, credential: token });
  }

  end(token: string) {
    this.people.delete(token);
    return Promise.resolve();
  }
}

export const contribution = contribute(
  sessionsPoint,
  'poll',
  { signIn: '/sign-in', signOut: '/sign-out' },
  () => Promise.resolve(Sessions),
);

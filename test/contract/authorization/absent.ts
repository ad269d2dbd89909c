import { randomUUID } from 'node:crypto';
import type { Call, Fixture } from './access-case.js';

/** Another text of the same length that names nothing. */
const misspelt = (name: string): string => `${name.slice(0, -1)}${name.endsWith('q') ? 'z' : 'q'}`;

/** A place like the given one in which there is nothing, since there is no such place. */
export function absentLike(fixture: Fixture): Fixture {
  const { organization, name, newPlugin, newMember, plugin } = fixture;
  const workspace = misspelt(name);
  const nowhere = (): Promise<string> => Promise.resolve(randomUUID());
  const nothing = async () => ({ id: await nowhere(), cell: await nowhere() });
  return {
    ...fixture,
    organization: misspelt(organization),
    workspace,
    project: `${workspace}/taken`,
    ids: { organization: randomUUID(), workspace: randomUUID(), project: randomUUID() },
    plugin: { public: misspelt(plugin.public), private: misspelt(plugin.private) },
    newKey: nowhere,
    newWideKey: nowhere,
    newInvitation: nowhere,
    newProject: nowhere,
    newReview: nowhere,
    newLaunch: nowhere,
    newSchedule: nowhere,
    newTask: nowhere,
    newTaskOfIssue: nowhere,
    evalBundle: nowhere,
    newEval: nothing,
    endedEval: nothing,
    newGeneration: nowhere,
    newEnvironment: async () => ({ id: await nowhere(), name: 'absent' }),
    newPlugin: async (visibility) => misspelt(await newPlugin(visibility)),
    newMember: async () => (await newMember()).replace(/^member/, 'nobody'),
  };
}

/** Texts in which two inputs of one shape differ: those of the first, by those of the second. */
export function differences(one: Call['input'], other: Call['input']): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const others = new Map<string, unknown>(Object.entries(other));
  for (const [field, value] of Object.entries(one)) {
    const theirs = others.get(field);
    if (typeof value === 'string' && typeof theirs === 'string' && value !== theirs)
      found.set(theirs, value);
  }
  return found;
}

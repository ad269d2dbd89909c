import type { Caller } from 'svc-registry/kernel';
import type { places, PageData } from '../contract/index.js';

type Place = (typeof places)[number];

interface Link {
  readonly path: string;
  readonly text: string;
  /** Whether the page that is shown is this one, or one below it. */
  readonly current: boolean;
}

/** The groups of the header, by the name that screen readers say. */
const GROUPS: readonly (readonly [name: string, place: Place])[] = [
  ['Registry', 'registry'],
  ['Work', 'work'],
  ['Team', 'team'],
];

/** Links to pages on every page. */
export class Navigation {
  readonly #pages: readonly PageData[];

  constructor(pages: readonly PageData[]) {
    this.#pages = pages.filter(({ nav }) => nav !== undefined);
  }

  /** The links for somebody who is at an address. */
  for(caller: Caller | undefined, shown: string) {
    const at = (place: Place): readonly Link[] =>
      this.#pages
        .filter((page) => (page.place ?? 'work') === place)
        .filter(({ access }) => access === 'anyone' || caller !== undefined)
        .map(({ path, nav = '' }) => ({
          path,
          text: nav,
          current: shown === path || shown.startsWith(`${path}/`),
        }));
    const groups = GROUPS.map(([name, place]) => ({ name, links: at(place) }));
    return {
      groups: groups.filter(({ links }) => links.length > 0),
      you: at('you'),
      footer: at('footer'),
      search: at('search')[0],
    };
  }
}

/** What functions yield that list files: paths that are known but for a wild card. */
import type { Source } from '../../facts.js';
import type { Call, Evaluator } from './evaluate.js';
import { literal, textOf, valueOf, variantsOf, type Known } from './known.js';
import type { Listing } from './tables/effect.js';

interface Asked {
  readonly call: Call;
  readonly evaluator: Evaluator;
}

/** The list, with one item for all files of each folder that may be meant. */
export function listed(path: Known, listing: Listing, { call, evaluator }: Asked): Known {
  const at = evaluator.at(call.node);
  const folders = variantsOf(path);
  const sources = folders.map((one): Source => ({ kind: 'file', path: valueOf(one), at }));
  const pattern = listing === 'matches' && call.self === path ? call.args[0] : undefined;
  const below = textOf(pattern === undefined ? literal('*') : evaluator.evaluate(pattern));
  const items = folders.map((one, index) => {
    const own = sources.slice(index, index + 1);
    const folder: Known = { text: textOf(one), dynamic: true, sources: own };
    const name: Known = { text: below, dynamic: true, sources: own };
    return ITEMS[listing](folder, name, one.refers);
  });
  return { dynamic: true, sources: [...path.sources, ...sources], items };
}

type MakeItem = (folder: Known, name: Known, refers: string | undefined) => Known;

const entry: MakeItem = (folder, name, refers) => ({
  ...within(folder, name),
  entries: new Map([
    ['name', name],
    ['path', within(folder, name)],
    ['parentPath', folder],
  ]),
  ...(refers !== undefined && { refers }),
});

const ITEMS: Readonly<Record<Listing, MakeItem>> = {
  names: (folder, name) => ({ ...entry(folder, name, undefined), text: textOf(name) }),
  paths: entry,
  matches: (folder, name, refers) => (refers === undefined ? folder : entry(folder, name, refers)),
  tree: (folder, name) => ({
    dynamic: true,
    sources: folder.sources,
    items: [folder, { ...name, items: [name] }, { ...name, items: [name] }],
  }),
};

const within = (folder: Known, name: Known): Known => ({
  ...folder,
  text: `${textOf(folder).replace(/\/$/, '')}/${textOf(name)}`,
});

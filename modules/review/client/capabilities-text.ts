import type { Renderer, TextStyle } from 'svc-registry/kernel';
import type { CapabilitiesView } from '../contract/capabilities-view.js';
import { capabilityKinds, type CapabilityKind } from '../contract/finding-words.js';
import type { CapabilityView } from '../contract/review-run-view.js';

const headings: Readonly<Record<CapabilityKind, string>> = {
  host: 'Hosts that it contacts',
  binary: 'Programs that it starts',
  path: 'Paths that it writes or deletes',
  environment: 'Environment variables that it reads',
  tool: 'Tools of the agent that it requests',
  hook: 'Hooks',
  toolServer: 'Tool servers',
};

export const capabilitiesText: Renderer<CapabilitiesView> = (view, style) => {
  const { name, version, against, capabilities, added = [], removed = [] } = view;
  const head = style.bold(`${name}@${version}`);
  if (against === undefined)
    return [head, ...byKind(capabilities, style, 'The review found nothing that it can do.')].join(
      '\n',
    );
  const compared = `${head} compared with ${against}`;
  if (added.length === 0 && removed.length === 0) return `${compared}: no difference.`;
  return [
    compared,
    ...(added.length === 0 ? [] : ['', style.bold('Added'), ...byKind(added, style)]),
    ...(removed.length === 0 ? [] : ['', style.bold('Removed'), ...byKind(removed, style)]),
  ].join('\n');
};

function byKind(all: readonly CapabilityView[], style: TextStyle, none = ''): string[] {
  if (all.length === 0) return ['', none];
  return capabilityKinds.flatMap((kind) => {
    const own = all.filter((one) => one.kind === kind);
    return own.length === 0 ? [] : ['', headings[kind], ...lines(own, style)];
  });
}

/** Longer values do not push the places of the others aside. */
const WIDEST = 40;
/** Places that are named; `--json` has all. */
const MOST_PLACES = 3;

function lines(own: readonly CapabilityView[], style: TextStyle): string[] {
  const lengths = own.map(({ value }) => value.length).filter((length) => length <= WIDEST);
  const width = Math.max(0, ...lengths);
  return own.map(({ value, at }) => `  ${value.padEnd(width)}  ${style.dim(placesOf(at))}`);
}

function placesOf(at: CapabilityView['at']): string {
  const places = at.slice(0, MOST_PLACES).map(({ file, line }) => `${file}:${line}`);
  const more = at.length - places.length;
  return [...places, ...(more > 0 ? [`${more} more`] : [])].join(', ');
}

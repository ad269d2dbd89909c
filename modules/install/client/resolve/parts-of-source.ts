import { isSvcError, type SvcError } from 'svc-registry/kernel';
import { nameTaken } from '../../contract/source-errors.js';
import type { Catalogue } from '../fetch/catalogue/catalogue.js';
import { notTakenOf, notTakenText } from '../fetch/catalogue/offers.js';
import { releasedText } from '../fetch/catalogue/released.js';
import type { FetchedPlugin } from '../fetch/fetcher.js';
import type { Looked, Reading, Selection } from '../fetch/source-reader.js';
import type { Dependency } from '../project/project-manifest.js';
import { presentOf } from './present-parts.js';
import {
  linked,
  type NamedPlugin,
  type RequestedParts,
  type RequestOptions,
} from './requested-parts.js';
import { assertListed } from './assert-listed.js';
import { isSameOrigin, textOf } from './same-source.js';
import { namesParts, selectParts, type PartChoice, type Present } from './select-parts.js';
import { withSkillHint } from './skill-hint.js';
import { pinned, type DirectSource } from './source.js';

const MOST_WARNINGS = 10;

/** The plugins that a repository or folder comes to: what is chosen of it, read once and kept in memory. */
export async function partsOfSource(
  source: DirectSource,
  options: RequestOptions,
): Promise<RequestedParts> {
  const { fetcher, choice, ask, manifest, root, progress } = options;
  let present: Present = { collection: undefined, plugins: new Map() };
  const looked = await withSkillHint(source, options, () =>
    fetcher.look(source, async (catalogue) => {
      present = presentOf(catalogue, { source, manifest, root });
      const selections = await selectParts(catalogue, { choice, present, ask });
      return selections.map((one) => asInstalled(one, present));
    }),
  );
  const { good, failed } = sorted(looked.readings);
  assertOutcome(failed, { choice, isLeft: good.length > 0 });
  warnOfBad(looked, failed, (text) => {
    progress.warn(text);
  });
  const kept = releasedText(looked.catalogue.name, looked.catalogue.released);
  if (kept !== undefined && !namesParts(choice)) progress.note(kept);
  const requested: NamedPlugin[] = [];
  for (const reading of good) requested.push(await requestedOf(reading, looked.catalogue, options));
  const notTaken = notTakenOf(looked, { present, readings: good });
  const text = notTakenText(looked.catalogue.name, notTaken, textOf(source, root));
  if (text !== undefined) progress.note(text);
  return { requested, notTaken };
}

/** A derived name gives way to the one that svc.json has. */
function asInstalled(selection: Selection, present: Present): Selection {
  return 'plugin' in selection && !selection.plugin.own
    ? { ...selection, name: present.plugins.get(selection.plugin.name) }
    : selection;
}

type Good = Omit<Reading<FetchedPlugin>, 'outcome'> & { readonly outcome: FetchedPlugin };
type Failed = Omit<Reading<FetchedPlugin>, 'outcome'> & { readonly outcome: SvcError };

function sorted(readings: readonly Reading<FetchedPlugin>[]): {
  readonly good: readonly Good[];
  readonly failed: readonly Failed[];
} {
  return {
    good: readings.flatMap((reading) =>
      isSvcError(reading.outcome) ? [] : [{ ...reading, outcome: reading.outcome }],
    ),
    failed: readings.flatMap((reading) =>
      isSvcError(reading.outcome) ? [{ ...reading, outcome: reading.outcome }] : [],
    ),
  };
}

/** What was named must be right; of the rest something must be left. */
function assertOutcome(
  failed: readonly Failed[],
  { choice, isLeft }: { readonly choice: PartChoice; readonly isLeft: boolean },
): void {
  const isNamed = namesParts(choice) && !choice.plugins.includes('*');
  const [first] = failed;
  if (first !== undefined && (isNamed || !isLeft)) throw first.outcome;
}

function warnOfBad(
  { catalogue }: Looked<FetchedPlugin>,
  failed: readonly Failed[],
  warn: (text: string) => void,
): void {
  const parts = [
    ...catalogue.bad.map(({ folder, why }) => `${folder} was skipped: ${why}.`),
    ...failed.map(({ selection, outcome }) => {
      const what = 'plugin' in selection ? selection.plugin.name : 'A skill';
      return `${what} was skipped: ${[outcome.message, outcome.hint].filter(Boolean).join(' ')}`;
    }),
  ];
  for (const part of parts.slice(0, MOST_WARNINGS)) warn(`${catalogue.name}: ${part}`);
  if (parts.length > MOST_WARNINGS)
    warn(`${catalogue.name}: and ${parts.length - MOST_WARNINGS} more parts were skipped.`);
}

async function requestedOf(
  reading: Good,
  catalogue: Catalogue,
  options: RequestOptions,
): Promise<NamedPlugin> {
  const { selection, source, outcome } = reading;
  const { manifest, root, choice } = options;
  const { name } = outcome;
  const current = manifest?.dependencies.get(name);
  const direct = source.kind === 'entry' ? source.marketplace : source;
  const text = textOf(direct, root);
  const isDerived = !('plugin' in selection) || !selection.plugin.own;
  // a derived name is made from the source, so two sources can share it
  if (isDerived && current !== undefined && !isSameOrigin(current.source, direct, root))
    throw nameTaken({ name, source: text, other: current.source ?? 'the registry' });
  const plugin = {
    name,
    named: true,
    source: source.kind === 'entry' ? source : pinned(source, outcome),
    dependency: dependencyOf(reading, text, current),
  };
  if (!isRoot(selection)) return plugin;
  assertListed(catalogue, outcome, { choice, root });
  return linked(plugin, options);
}

function dependencyOf(
  { source, outcome: { taken } }: Good,
  text: string,
  current: Dependency | undefined,
): Dependency {
  return {
    version: undefined,
    source: text,
    ...(source.kind === 'entry' && { plugin: source.plugin }),
    skills: taken === 'all' ? undefined : (taken ?? current?.skills),
  };
}

const isRoot = (selection: Selection): boolean =>
  'plugin' in selection && selection.plugin.holds && selection.plugin.folder === '';

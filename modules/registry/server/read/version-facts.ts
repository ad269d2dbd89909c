import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Constructor,
  type Extension,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { BoundedCache } from '../../../../toolbox/bounded-cache.js';
import {
  versionFactsPoint,
  type FactsRequest,
  type ShownVersion,
  type VersionFacts,
} from '../../contract/version-facts.js';

/** Milliseconds. */
const LONGEST_WAIT = 1_000;
/** Kept facts, in characters of JSON and of what a key takes. */
const MOST_KEPT = 16_000_000;
const SIZE_OF_KEY = 200;
/** Servers of the version before report no changes: while both run on one database, facts may be this old. */
const KEPT_MS = 60_000;

/** The facts of one version, by name. */
export type Facts = Readonly<Record<string, unknown>>;

/** The facts of each version that has some, by the version's id. */
export type FactsById = ReadonlyMap<string, Facts>;

type Source = Extension<unknown, Constructor<VersionFacts>>;
type Viewing = Pick<FactsRequest, 'viewer' | 'whole'>;
/** By the ids of the versions. */
type Answer = ReadonlyMap<string, Facts>;

/** Asks every module that knows facts of versions for those that are not kept, once for all versions. Without such a module it costs nothing. */
@injectable()
export class ContributedFacts {
  /** `null` for a fact that a version does not have. */
  private readonly kept = new BoundedCache<Facts | null>({ size: MOST_KEPT, ms: KEPT_MS });
  private found: readonly Source[] | undefined;

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** Whether any module knows facts. */
  some(): boolean {
    return this.sources().length > 0;
  }

  async of(shown: readonly ShownVersion[], viewing: Viewing): Promise<FactsById> {
    const sources = this.sources();
    if (sources.length === 0 || shown.length === 0) return new Map();
    const versions = [...new Map(shown.map((one) => [one.version.id, one])).values()];
    const kept = versions.map((version) =>
      sources.map(({ id }) => this.kept.get(keyOf(version, viewing.whole, id))),
    );
    const asked = sources.filter((_, nth) => kept.some((facts) => facts[nth] === undefined));
    const open = versions.filter((_, at) => kept[at]?.includes(undefined));
    const answers = asked.length === 0 ? unasked : await this.ask(asked, open, viewing);
    const known = versions.map(({ version: { id } }, at) => {
      const facts = sources.map(
        (source, nth) => [source.id, answers.get(source)?.get(id) ?? kept[at]?.[nth]] as const,
      );
      return [id, facts.filter(([, fact]) => fact != null)] as const;
    });
    const some = known.filter(([, facts]) => facts.length > 0);
    return new Map(some.map(([id, facts]) => [id, Object.fromEntries(facts)]));
  }

  /** In the order of the modules. Looking for them costs as much as the rest of a view whose facts are kept. */
  private sources(): readonly Source[] {
    return (this.found ??= this.extensions.of(versionFactsPoint));
  }

  private async ask(
    sources: readonly Source[],
    versions: readonly ShownVersion[],
    { viewer, whole }: Viewing,
  ): Promise<ReadonlyMap<Source, Answer>> {
    // the code of a module is loaded once, which must not cost the first reader its facts; modules share imports
    const built: (VersionFacts | undefined)[] = [];
    for (const source of sources) built.push(await this.built(source));
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, LONGEST_WAIT);
    try {
      const request = { versions, viewer, whole, signal: late.signal };
      const answers = sources.map(
        async (source, at) => [source, await this.answerOf(source, built[at], request)] as const,
      );
      return new Map(await Promise.all(answers));
    } finally {
      clearTimeout(timer);
    }
  }

  private async built(source: Source): Promise<VersionFacts | undefined> {
    try {
      return await buildExtension(source);
    } catch (err) {
      this.missing(source, err);
      // a module that cannot be started is not among the extensions from now on
      this.found = undefined;
      return undefined;
    }
  }

  /** One fact a version; none at all when the module fails or is slow: what the registry itself knows is shown all the same. */
  private async answerOf(
    source: Source,
    facts: VersionFacts | undefined,
    request: FactsRequest,
  ): Promise<Answer> {
    if (facts === undefined) return none;
    const { versions, whole, signal } = request;
    const stable = new Set<string>();
    const lasting = (id: string) => void stable.add(id);
    try {
      const answer = await Promise.race([
        facts.of(Object.assign({ lasting }, request)),
        abortion(signal),
      ]);
      const known = versions.map((version) => [version, answer.get(version.version.id)] as const);
      for (const [version, fact = null] of known)
        if (stable.has(version.version.id) && version.factsRevision !== undefined)
          this.kept.set(keyOf(version, whole, source.id), fact, sizeOf(fact));
      return answer;
    } catch (err) {
      this.missing(source, err);
      return none;
    }
  }

  private missing({ module, id: fact }: Source, err: unknown): void {
    this.host.log.warn(
      { err, module, fact },
      'a fact of versions is missing: its module failed or took too long',
    );
  }
}

const unasked: ReadonlyMap<Source, Answer> = new Map();
const none: Answer = new Map();

/** All that facts depend on which are the same for every viewer. */
const keyOf = ({ version, hidden, factsRevision }: ShownVersion, whole: boolean, name: string) =>
  `${version.id} ${factsRevision} ${whole} ${hidden} ${name}`;

const sizeOf = (fact: Facts | null): number => SIZE_OF_KEY + JSON.stringify(fact).length;

/** Rejects with the signal's reason when it is aborted. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    signal.addEventListener('abort', () => {
      failed(signal.reason as Error);
    });
  });
}

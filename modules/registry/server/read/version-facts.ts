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
import {
  versionFactsPoint,
  type FactsRequest,
  type ShownVersion,
  type VersionFacts,
} from '../../contract/version-facts.js';
import { KeptFacts, type KnownFacts } from './kept-facts.js';

/** Milliseconds. */
const LONGEST_WAIT = 1_000;

/** The facts of one version, by name. */
export type Facts = Readonly<Record<string, unknown>>;

/** The facts of each version that has some, by the version's id. */
export type FactsById = ReadonlyMap<string, Facts>;

/** A version with the revision of its facts. Where it was not read, as in a search, the facts are asked for each time. */
export interface RevisedVersion extends ShownVersion {
  readonly factsRevision?: number;
}

type Source = Extension<unknown, Constructor<VersionFacts>>;
type Viewing = Pick<FactsRequest, 'viewer' | 'whole'>;
type Asking = Omit<FactsRequest, 'versions' | 'lasting'> & {
  readonly versions: readonly RevisedVersion[];
};

/** Asks every module that knows facts of versions for those that are not kept, once for all versions. Without such a module it costs nothing. */
@injectable()
export class ContributedFacts {
  private readonly kept = new KeptFacts();
  private found: readonly Source[] | undefined;

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** Whether any module knows facts. */
  some(): boolean {
    return this.sources().length > 0;
  }

  async of(shown: readonly RevisedVersion[], viewing: Viewing): Promise<FactsById> {
    const sources = this.sources();
    if (sources.length === 0 || shown.length === 0) return new Map();
    const versions = [...new Map(shown.map((one) => [one.version.id, one])).values()];
    const known = versions.map((version) => this.kept.get(keyOf(version, viewing.whole)));
    const lacks = (at: number, { id }: Source): boolean => known[at]?.has(id) !== true;
    const asked = sources.filter((source) => versions.some((_, at) => lacks(at, source)));
    const open = versions.filter((_, at) => asked.some((source) => lacks(at, source)));
    const answers = asked.length === 0 ? unasked : await this.ask(asked, open, viewing);
    const facts = versions.map(({ version: { id } }, at) => {
      const names = sources.map((source) => source.id);
      return [
        id,
        factsOf(names, (name) => answers.get(name)?.get(id) ?? known[at]?.get(name)),
      ] as const;
    });
    return new Map(facts.flatMap(([id, of]) => (of === undefined ? [] : [[id, of] as const])));
  }

  /** In the order of the modules. Looking for them costs as much as the rest of a view whose facts are kept. */
  private sources(): readonly Source[] {
    return (this.found ??= this.extensions.of(versionFactsPoint));
  }

  private async ask(
    sources: readonly Source[],
    versions: readonly RevisedVersion[],
    { viewer, whole }: Viewing,
  ): Promise<Answers> {
    // the code of a module is loaded once, which must not cost the first reader its facts; modules share imports
    const built: (VersionFacts | undefined)[] = [];
    for (const source of sources) built.push(await this.built(source));
    const late = new AbortController();
    const timer = setTimeout(() => {
      late.abort();
    }, LONGEST_WAIT);
    try {
      const asking = { versions, viewer, whole, signal: late.signal };
      const answers = sources.map(
        async (source, at) => [source.id, await this.answerOf(source, built[at], asking)] as const,
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
    asking: Asking,
  ): Promise<KnownFacts> {
    if (facts === undefined) return none;
    const { versions, viewer, whole, signal } = asking;
    const lasting = new Set<string>();
    const request: FactsRequest = {
      versions,
      viewer,
      whole,
      signal,
      lasting: (id) => void lasting.add(id),
    };
    try {
      const answer = await Promise.race([facts.of(request), abortion(signal)]);
      const known = new Map(versions.map(({ version: { id } }) => [id, answer.get(id)]));
      for (const version of versions) {
        const key = keyOf(version, whole);
        const { id } = version.version;
        if (key !== undefined && lasting.has(id)) this.kept.keep(key, source.id, known.get(id));
      }
      return known;
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

/** By the names of the facts and the ids of the versions. */
type Answers = ReadonlyMap<string, KnownFacts>;

const unasked: Answers = new Map();
const none: KnownFacts = new Map();

/** The facts that there are; `undefined` without any. */
function factsOf(names: readonly string[], find: (name: string) => unknown): Facts | undefined {
  const facts: Record<string, unknown> = {};
  let some = false;
  for (const name of names) {
    const fact = find(name);
    if (fact === undefined) continue;
    facts[name] = fact;
    some = true;
  }
  return some ? facts : undefined;
}

/** What facts that are the same for every viewer depend on; `undefined` if nothing of the version may be kept. */
function keyOf(
  { version, hidden, factsRevision }: RevisedVersion,
  whole: boolean,
): string | undefined {
  return factsRevision === undefined
    ? undefined
    : `${version.id} ${factsRevision} ${whole} ${hidden}`;
}

/** Rejects with the signal's reason when it is aborted. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    signal.addEventListener('abort', () => {
      failed(signal.reason as Error);
    });
  });
}

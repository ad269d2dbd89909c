import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Caller,
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

/** Milliseconds. */
const LONGEST_WAIT = 1_000;

/** The facts of one version, by name. */
export type Facts = Readonly<Record<string, unknown>>;

/** The facts of each version that has some, by the version's id. */
export type FactsById = ReadonlyMap<string, Facts>;

type Source = Extension<unknown, Constructor<VersionFacts>>;

/** Asks every module that knows facts of versions, once for all versions. Without such a module it costs nothing. */
@injectable()
export class ContributedFacts {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** Whether any module knows facts. */
  some(): boolean {
    return this.extensions.of(versionFactsPoint).length > 0;
  }

  async of(
    shown: readonly ShownVersion[],
    { viewer, whole }: { readonly viewer: Caller; readonly whole: boolean },
  ): Promise<FactsById> {
    const sources = this.extensions.of(versionFactsPoint);
    if (sources.length === 0 || shown.length === 0) return new Map();
    const versions = [...new Map(shown.map((one) => [one.version.id, one])).values()];
    // the code of a module is loaded once, which must not cost the first reader its facts; modules share imports
    const built: (VersionFacts | undefined)[] = [];
    for (const source of sources) built.push(await this.built(source));
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const request = { versions, viewer, whole, signal };
    const answers = await Promise.all(
      sources.map((source, at) => this.answerOf(source, built[at], request)),
    );
    const facts = versions.map(({ version: { id } }, nth) => {
      const known = sources.map(({ id: name }, at) => [name, answers[at]?.[nth]] as const);
      return [id, Object.fromEntries(known.filter(([, fact]) => fact !== undefined))] as const;
    });
    return new Map(facts.filter(([, known]) => Object.keys(known).length > 0));
  }

  private async built(source: Source): Promise<VersionFacts | undefined> {
    try {
      return await buildExtension(source);
    } catch (err) {
      this.missing(source, err);
      return undefined;
    }
  }

  /** One fact a version; none at all when the module fails or is slow: what the registry itself knows is shown all the same. */
  private async answerOf(
    source: Source,
    facts: VersionFacts | undefined,
    request: FactsRequest,
  ): Promise<readonly unknown[]> {
    if (facts === undefined) return [];
    try {
      const known = await Promise.race([facts.of(request), abortion(request.signal)]);
      return request.versions.map(({ version: { id } }) => known.get(id));
    } catch (err) {
      this.missing(source, err);
      return [];
    }
  }

  private missing({ module, id: fact }: Source, err: unknown): void {
    this.host.log.warn(
      { err, module, fact },
      'a fact of versions is missing: its module failed or took too long',
    );
  }
}

/** Rejects with the signal's reason when it is aborted. */
function abortion(signal: AbortSignal): Promise<never> {
  return new Promise((_, failed) => {
    signal.addEventListener('abort', () => {
      failed(signal.reason as Error);
    });
  });
}

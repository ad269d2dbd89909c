import {
  hostKey,
  extensionsKey,
  type Class,
  type Extension,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  runKindsPoint,
  type DrivenObject,
  type Run,
  type RunKind,
  type RunKindSettings,
  type RunWork,
} from '../contract/db.js';
import { kindRefused } from '../contract/errors.js';
import { runMachine } from '../contract/run.machine.js';

/** Work that does not wait for that of the other lanes. */
export type Lane = 'default' | 'long' | 'apart';

type KindSettings = Required<Omit<RunKindSettings, 'lane' | 'concurrency'>> & {
  readonly lane: Lane;
  readonly concurrency: number;
};

/** A kind of run, ready for use. */
export interface Kind {
  /** `<module>.<kind>`. */
  readonly id: string;
  readonly settings: KindSettings;
  readonly entity: Class<Run>;
  readonly drives: DrivenObject<Run> | undefined;
  /** Creates the work of one attempt, after starting its module. */
  work(): Promise<RunWork<Run>>;
}

const defaults = {
  attempts: 3,
  backOff: { first: 10, most: 600 },
  leaseSeconds: 60,
  timeLimitSeconds: 3600,
  lane: 'default',
  concurrency: Infinity,
} as const;

/** The kinds of run of all modules. Their code is loaded on first use; a kind that cannot be used is left out and logged. */
@injectable()
export class Kinds {
  #loaded: Promise<readonly Kind[]> | undefined;

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  all(): Promise<readonly Kind[]> {
    this.#loaded ??= this.#load();
    return this.#loaded;
  }

  async of(entity: Class<Run>): Promise<Kind> {
    const kind = (await this.all()).find((known) => known.entity === entity);
    if (kind === undefined)
      throw new TypeError(
        `No kind of run has the entity ${entity.name}: contribute one to "${runKindsPoint.id}".`,
      );
    return kind;
  }

  async #load(): Promise<readonly Kind[]> {
    const kinds: Kind[] = [];
    for (const extension of this.extensions.of(runKindsPoint)) {
      try {
        kinds.push(await kindOf(extension, kinds));
      } catch (error) {
        this.host.log.error(
          { error, module: extension.module, kind: extension.id },
          'a kind of background work cannot be used',
        );
      }
    }
    return kinds;
  }
}

async function kindOf(
  extension: Extension<RunKindSettings, RunKind>,
  others: readonly Kind[],
): Promise<Kind> {
  const { module, id, data } = extension;
  const { entity, work, drives } = await extension.load();
  const why = fault(data, { entity, drives }, others);
  if (why !== undefined) throw kindRefused({ module, kind: id, why });
  return {
    id,
    entity,
    drives,
    settings: { ...defaults, ...(data.lane === 'apart' && { concurrency: 1 }), ...data },
    work: async () => (await extension.services()).build(work),
  };
}

/** Why the kind cannot be used. */
function fault(
  { lane, concurrency }: RunKindSettings,
  { entity, drives }: Pick<Kind, 'entity' | 'drives'>,
  others: readonly Kind[],
): string | undefined {
  const other = others.find((kind) => kind.entity === entity);
  if (other !== undefined) return `its runs are in the table of "${other.id}"`;
  if (concurrency !== undefined && lane === undefined) return 'its "concurrency" needs a "lane"';
  return drives && unknownEvent(drives);
}

function unknownEvent({ machine, events }: DrivenObject<Run>): string | undefined {
  for (const [event, caused] of Object.entries(events)) {
    if (!Object.hasOwn(runMachine.events, event)) return `runs have no event "${event}"`;
    if (!Object.hasOwn(machine.events, caused))
      return `the machine that it drives has no event "${caused}"`;
  }
  return undefined;
}

import {
  buildExtension,
  extensionsKey,
  hostKey,
  isSvcError,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { partAnswer } from '../../web/contract/part-answer.js';
import {
  runListsPoint,
  type RunListData,
  type RunRows,
  type RunRowsRequest,
} from '../contract/run-lists.js';

/** A kind of runs that this server has. */
export interface Kind extends RunListData {
  readonly id: string;
  /** A page of its runs; `undefined` when its code has failed. Throws what its operation refuses. */
  rows(request: RunRowsRequest): Promise<RunRows | undefined>;
}

/** The kinds of runs that modules contribute, in their order. */
@injectable()
export class Kinds {
  readonly all: readonly Kind[];

  constructor(
    @inject(extensionsKey) extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {
    this.all = extensions
      .of(runListsPoint)
      .map((extension) => ({
        ...extension.data,
        id: extension.id,
        rows: (request: RunRowsRequest) =>
          this.#tried(extension.id, async () => {
            const list = await buildExtension(extension);
            return partAnswer(list.rows(request));
          }),
      }))
      .toSorted((one, other) => one.order - other.order || one.id.localeCompare(other.id));
  }

  async #tried(kind: string, read: () => Promise<RunRows>): Promise<RunRows | undefined> {
    try {
      return await read();
    } catch (error) {
      if (isSvcError(error) && error.status < 500) throw error;
      this.host.log.error({ kind, err: error }, 'runs cannot be listed');
      return undefined;
    }
  }
}

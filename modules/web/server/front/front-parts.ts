import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import {
  frontPagePoint,
  type FrontPart,
  type FrontPartData,
  type PageRequest,
} from '../../contract/index.js';
import { partAnswer } from '../../contract/part-answer.js';

/** What a part answered; `undefined` where it has nothing, `failed` where it threw or did not answer in time. */
export interface Answered<T> {
  readonly data: FrontPartData;
  readonly value: T | undefined;
  readonly failed: boolean;
}

/** The parts of the front page that the loaded modules contribute, first to last. */
@injectable()
export class FrontParts {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  /** Asks each part that this visitor sees. One that fails is logged. */
  async ask<T>(
    request: PageRequest,
    question: (part: FrontPart) => Promise<T | undefined> | undefined,
  ): Promise<readonly Answered<T>[]> {
    const visitor = request.caller.kind === 'anonymous' ? 'strangers' : 'signed-in';
    const parts = this.extensions
      .of(frontPagePoint)
      .filter(({ data }) => data.for === visitor || data.for === 'anyone')
      .sort((one, other) => one.data.order - other.data.order);
    return Promise.all(
      parts.map(async (extension) => {
        const { id, data } = extension;
        try {
          const part = await buildExtension<FrontPart>(extension);
          const answer = question(part);
          return { data, value: answer && (await partAnswer(answer)), failed: false };
        } catch (err) {
          this.host.log.error({ err, part: id }, 'a part of the front page failed');
          return { data, value: undefined, failed: true };
        }
      }),
    );
  }
}

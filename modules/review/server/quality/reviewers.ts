import { buildExtension, extensionsKey, type Extensions } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import { reviewerUnknown } from '../../contract/errors.js';
import { reviewersPoint } from '../../contract/reviewers.js';
import { reviewerFrom } from '../../quality/reviewers/read-reviewer.js';
import { DEFAULT_REVIEWER, type Reviewer } from '../../quality/reviewers/reviewer.js';

/** The reviewers that modules contribute, among them the default one, and those that runs have stored. */
@injectable()
export class Reviewers {
  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  /** The reviewer that a run was started with. */
  async ofRun({ reviewerSha256 }: { readonly reviewerSha256: string | null }): Promise<Reviewer> {
    if (reviewerSha256 === null) return this.named();
    const bytes = await this.blobs.read(reviewerSha256);
    return JSON.parse(Buffer.from(bytes).toString('utf8')) as Reviewer;
  }

  /** Throws `reviewer_unknown`, and `reviewer_invalid` for the mistake of a module. */
  async named(ref = DEFAULT_REVIEWER): Promise<Reviewer> {
    const all = this.extensions.of(reviewersPoint);
    const extension = all.find(({ id }) => id === ref);
    if (extension === undefined)
      throw reviewerUnknown({ ref, known: all.map(({ id }) => id).join(', ') });
    const source = await buildExtension(extension);
    return reviewerFrom(await source.reviewer(), ref);
  }
}

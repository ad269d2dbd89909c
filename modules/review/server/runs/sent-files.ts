import { randomUUID } from 'node:crypto';
import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedWorkspace } from '../../../identity/contract/access.js';
import { blobStoreKey, type BlobStore } from '../../../persistence/contract/blob-store.js';
import {
  contentsKey,
  type ArchiveContents,
  type ContentsReader,
} from '../../../registry/contract/contents.js';
import { noSkill, nothingToReview } from '../../contract/errors.js';
import { isSkillFile } from '../../quality/fixes/skill-texts.js';
import { ChosenJudges, type ChosenJudge, type JudgeRequest } from '../quality/chosen-judge.js';
import { isOfReviewer, subjectFiles } from '../quality/sent-reviewer.js';
import type { StoredSubject } from './review-run.entity.js';
import { Subjects } from './subjects.js';

/** What the files of a request are. */
export interface Sent {
  /** Id of the run that is made of them. */
  readonly id: string;
  readonly subject: StoredSubject;
  readonly fingerprint: string;
  /** Who judges their quality; `undefined` where that is not reviewed. */
  readonly judge: ChosenJudge | undefined;
}

interface Reading {
  /** Name of the files, used if they contain none. */
  readonly name: string | undefined;
  /** Who is asked to judge their quality; `undefined` where that is not reviewed. */
  readonly request: JudgeRequest | undefined;
  /** May refuse the files, by their paths. */
  readonly check?: (paths: readonly string[]) => void;
}

/** Reads archives that requests send, before a run is made of them. */
@injectable()
export class SentFiles {
  constructor(
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Subjects) private readonly subjects: Subjects,
    @inject(ChosenJudges) private readonly judges: ChosenJudges,
    @inject(blobStoreKey) private readonly blobs: BlobStore,
  ) {}

  /** Makes durable what a run works on; answers the columns that point at it. */
  async store(archive: Uint8Array, { engine, reviewer }: ChosenJudge) {
    const { sha256: bundleSha256 } = await this.blobs.put(archive);
    if (reviewer === undefined) return { bundleSha256, engine };
    const { sha256 } = await this.blobs.put(Buffer.from(JSON.stringify(reviewer)));
    return { bundleSha256, reviewerSha256: sha256, engine };
  }

  /** Throws the errors of archives and of reviewers, `nothing_to_review`, and `no_skill` where the quality is reviewed. */
  read(
    archive: Uint8Array,
    reading: Reading & { readonly request: JudgeRequest },
    context: Context,
  ): Promise<Sent & { readonly judge: ChosenJudge }>;
  read(archive: Uint8Array, reading: Reading, context: Context): Promise<Sent>;
  async read(archive: Uint8Array, reading: Reading, context: Context): Promise<Sent> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const { caller, signal } = context;
    const { request, name } = reading;
    const { reviewer, ...sent } = await this.contents.inspect(archive, signal, async (contents) => {
      checkSubject(contents.files, reading);
      const { fingerprint } = contents;
      const subject = await this.subjects.of(contents, name);
      return { subject, fingerprint, reviewer: reviewerFiles(contents.files) };
    });
    // a reviewer of the registry is read like an archive, and must not wait for the memory of this one
    const asked = { workspaceId: workspace.id, caller, signal, files: reviewer };
    const judge = request && (await this.judges.choose(request, asked));
    return { id: randomUUID(), ...sent, judge };
  }
}

type Files = ArchiveContents['files'];

function checkSubject(files: Files, { request, check }: Reading): void {
  const paths = subjectFiles(files).map(({ path }) => path);
  if (paths.length === 0) throw nothingToReview();
  if (request !== undefined && !paths.some(isSkillFile)) throw noSkill();
  check?.(paths);
}

/** Copies, because the contents of the archive are gone when it has been read. */
const reviewerFiles = (files: Files) =>
  files
    .filter(({ path }) => isOfReviewer(path))
    .map(({ path, content }) => ({ path, content: Buffer.from(content) }));

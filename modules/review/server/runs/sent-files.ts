import { randomUUID } from 'node:crypto';
import type { Context } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { LocatedWorkspace } from '../../../identity/contract/access.js';
import { contentsKey, type ContentsReader } from '../../../registry/contract/contents.js';
import { noSkill, nothingToReview } from '../../contract/errors.js';
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
  /** Who judges their quality. */
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

const SKILL = /(?:^|\/)skill\.md$/i;

/** Reads archives that requests send, before a run is made of them. */
@injectable()
export class SentFiles {
  constructor(
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(Subjects) private readonly subjects: Subjects,
    @inject(ChosenJudges) private readonly judges: ChosenJudges,
  ) {}

  /** Throws the errors of archives and of reviewers, `nothing_to_review`, and `no_skill` where the quality is reviewed. */
  read(archive: Uint8Array, { name, request, check }: Reading, context: Context): Promise<Sent> {
    const { value: workspace } = context.target as LocatedWorkspace;
    const { caller, signal } = context;
    return this.contents.inspect(archive, signal, async (contents) => {
      const paths = subjectFiles(contents.files).map(({ path }) => path);
      if (paths.length === 0) throw nothingToReview();
      if (request !== undefined && !paths.some((path) => SKILL.test(path))) throw noSkill();
      check?.(paths);
      const reviewer = contents.files.filter(({ path }) => isOfReviewer(path));
      const judge =
        request &&
        (await this.judges.choose(request, {
          workspaceId: workspace.id,
          caller,
          signal,
          files: reviewer,
        }));
      const subject = await this.subjects.of(contents, name);
      return { id: randomUUID(), subject, fingerprint: contents.fingerprint, judge };
    });
  }
}

import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { view, type Page, type PageRequest, type View } from '../../../../web/contract/index.js';
import { partAnswer } from '../../../../web/contract/part-answer.js';
import { viewWorkspace } from '../../../contract/operations/workspaces.js';
import {
  teamPagesKey,
  workspacePartsPoint,
  type TeamFrame,
  type TeamPages,
  type WorkspacePartData,
} from '../../../contract/team-pages.js';

const template = new URL('workspace.njk', import.meta.url);

/** A section; without a view it has failed. */
interface Part {
  readonly summary: string;
  readonly view: View | undefined;
}

/** The first page of a workspace: what the modules have to show of it. */
@injectable()
export class WorkspacePage implements Page<'workspace'> {
  constructor(
    @inject(teamPagesKey) private readonly pages: TeamPages,
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: HostInfo,
  ) {}

  async get(request: PageRequest<'workspace'>) {
    const frame = await this.pages.frame(request);
    const { archivedReason } = await request.invoke(viewWorkspace, { id: frame.id });
    const [main, side] = [
      await this.#parts('main', frame, request),
      await this.#parts('side', frame, request),
    ];
    return view(template, { frame, archivedReason, main, side });
  }

  async #parts(
    place: WorkspacePartData['place'],
    frame: TeamFrame,
    request: PageRequest,
  ): Promise<readonly Part[]> {
    const chosen = this.extensions
      .of(workspacePartsPoint)
      .filter(({ data }) => data.place === place)
      .filter(({ data }) => data.permission === undefined || frame.allowed.has(data.permission))
      .sort((left, right) => left.data.order - right.data.order);
    const parts: Part[] = [];
    for (const extension of chosen) {
      const { summary } = extension.data;
      try {
        const part = await buildExtension(extension);
        const shown = await partAnswer(part.show(frame, request));
        if (shown !== undefined) parts.push({ summary, view: shown });
      } catch (err) {
        this.host.log.error({ err, part: extension.id }, 'a section of a workspace failed');
        parts.push({ summary, view: undefined });
      }
    }
    return parts;
  }
}

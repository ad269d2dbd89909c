import { notFound } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { numberIn } from '../../../../../../toolbox/parts.js';
import { view, type View } from '../../../../../web/contract/index.js';
import { VersionFiles } from '../version-files.js';
import { changedFiles, kindOf, type ChangedFile, type ChangeKind } from './changed-files.js';
import { Differences } from './differences.js';
import { badgeOf, fileAddress, shownChange, type ComparedVersions } from './shown-change.js';

const template = new URL('changes.njk', import.meta.url);

/** Changed files in a part of the list, and those of them whose lines are compared. */
const MOST = { listed: 100, compared: 25 };
/** Bytes of HTML: of the lines of a page, and of those of a file among others. */
const SIZES = { page: 45_000, file: 12_000 };

/** What differs between the files of two versions. */
@injectable()
export class DiffView {
  constructor(
    @inject(VersionFiles) private readonly files: VersionFiles,
    @inject(Differences) private readonly differences: Differences,
  ) {}

  /** All files in parts, or the one that the address names. Throws `not_found` where neither version has it. */
  async of(versions: ComparedVersions): Promise<View> {
    const file = versions.after.query.get('file');
    return file === null ? this.#all(versions) : this.#one(versions, file);
  }

  async #one(versions: ComparedVersions, path: string): Promise<View> {
    const { before, after } = versions;
    const change = {
      path,
      before: await this.files.find(before.version.id, path),
      after: await this.files.find(after.version.id, path),
    };
    const { name, version } = after.version;
    if (change.before === undefined && change.after === undefined)
      throw notFound({ kind: 'file', id: `${name}@${version}/${path}` });
    const part = numberIn(after.query.get('part')) ?? 1;
    const at = { versions, part, size: SIZES.page, alone: true };
    return shownChange(change, await this.differences.of(change), at).view;
  }

  async #all(versions: ComparedVersions): Promise<View> {
    const changes = await this.#changes(versions);
    const behind = versions.after.query.get('after') ?? '';
    const start = changes.findIndex(({ path }) => path > behind);
    const rest = start < 0 ? [] : changes.slice(start);
    const listed = rest.slice(0, MOST.listed);
    const shown = await this.#compared(listed, versions);
    const last = encodeURIComponent(listed.at(-1)?.path ?? '');
    return view(template, {
      summary: summaryOf(changes),
      rows: listed.map((change, at) => ({
        path: change.path,
        badge: badgeOf(change),
        href: shown[at] === undefined ? fileAddress(versions, change) : `#file-${at + 1}`,
      })),
      shown,
      first: start > 0 ? versions.address : '',
      more: rest.length > listed.length ? `${versions.address}?after=${last}` : '',
    });
  }

  /** Contents with the same fingerprint have the same files. */
  async #changes({ before, after }: ComparedVersions): Promise<readonly ChangedFile[]> {
    if (before.version.fingerprint === after.version.fingerprint) return [];
    return changedFiles(
      await this.files.all(before.version.id),
      await this.files.all(after.version.id),
    );
  }

  /** As many as a page has room for. */
  async #compared(changes: readonly ChangedFile[], versions: ComparedVersions): Promise<View[]> {
    const shown: View[] = [];
    let room = SIZES.page;
    for (const change of changes.slice(0, MOST.compared)) {
      if (room <= 0) break;
      const at = { versions, part: 1, size: Math.min(room, SIZES.file), alone: false };
      const one = shownChange(change, await this.differences.of(change), at);
      shown.push(one.view);
      room -= one.size;
    }
    return shown;
  }
}

function summaryOf(changes: readonly ChangedFile[]): string {
  const counts = (['added', 'removed', 'changed'] as const).map((kind: ChangeKind) => {
    const count = changes.filter((change) => kindOf(change) === kind).length;
    return count === 0 ? '' : `${count} ${kind}`;
  });
  return counts.filter((text) => text !== '').join(', ');
}

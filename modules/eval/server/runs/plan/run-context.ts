import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { invalidInput, type Caller } from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { contentsKey, type ContentsReader } from '../../../../registry/contract/contents.js';
import {
  pluginFormatKey,
  type LooseFile,
  type PluginFile,
  type PluginFormat,
} from '../../../../registry/contract/plugin-format.js';
import { contextTexts } from '../../../quality/context-texts.js';
import type { EvalContextInput } from '../../../contract/run-inputs.js';
import { Bundles, withoutScenarios } from '../../bundle/bundles.js';
import { packContext } from '../../bundle/context-archive.js';
import type { OpenBundle } from '../../bundle/open-bundle.js';
import { isShipped } from '../../bundle/shipped.js';
import type { EvalRun } from '../eval-run.entity.js';

/** What a request says about the context. */
export type AskedContext = Pick<EvalContextInput, keyof EvalContextInput>;

/** The context of a run. */
export interface RunContext extends Pick<
  EvalRun,
  'contextType' | 'contextRef' | 'contextCommit' | 'contextFingerprint' | 'contextSha256'
> {
  readonly skills: readonly string[];
  /** The files as a `.tgz` that has to be stored; `null` for those that are stored, and without a context. */
  readonly archive: Uint8Array | null;
  /** Its texts, for the quality check. */
  readonly texts: readonly { readonly name: string; readonly text: string }[];
  /** Id of the version that the run counts for: of a published plugin of the same workspace, with the scenarios that it ships. */
  readonly versionId: string | null;
}

export const noContext: RunContext = {
  contextType: 'no-context',
  contextRef: null,
  contextCommit: null,
  contextFingerprint: null,
  contextSha256: null,
  skills: [],
  archive: null,
  texts: [],
  versionId: null,
};

interface Reading {
  readonly bundle: OpenBundle;
  /** The run is of this workspace. */
  readonly workspaceId: string;
  readonly caller: Caller;
  readonly signal: AbortSignal;
}

/** Reads the context of a run that is to begin. */
@injectable()
export class RunContexts {
  constructor(
    @inject(contentsKey) private readonly contents: ContentsReader,
    @inject(pluginFormatKey) private readonly format: PluginFormat,
    @inject(Bundles) private readonly bundles: Bundles,
  ) {}

  /** The context of a run that is repeated. It was kept: its plugin may be gone. */
  async again(run: EvalRun): Promise<RunContext> {
    const { contextType, contextRef, contextCommit, contextFingerprint, contextSha256 } = run;
    return {
      contextType,
      contextRef,
      contextCommit,
      contextFingerprint,
      contextSha256,
      skills: run.settings.skills,
      archive: null,
      texts: contextTexts(await this.bundles.context(contextSha256)),
      versionId: run.versionId,
    };
  }

  /** Throws `invalid_input`, and for a published plugin what reading it throws: `not_found`, `version_unpublished`, `moderation_hidden`. */
  async read(asked: AskedContext | undefined, reading: Reading): Promise<RunContext> {
    if (asked === undefined) return noContext;
    if (asked.skills !== undefined && asked.type !== 'plugin-directory')
      throw invalidInput({
        what: 'Skills can be named only of a plugin in a folder.',
        hint: 'Leave --skill out, or name the folder of the plugin with --context.',
      });
    return asked.type === 'plugin' ? this.#published(asked, reading) : this.#sent(asked, reading);
  }

  async #published({ ref }: AskedContext, reading: Reading): Promise<RunContext> {
    const { caller, signal, workspaceId, bundle } = reading;
    const named = ref.includes('@') ? ref : `${ref}@latest`;
    // the files are gone when they have been read
    const read = await this.contents.read({ ref: named, caller }, signal, async (found) => {
      const { tile, version } = found;
      const files = withoutScenarios(found.files.map(asLoose));
      return {
        archive: await packContext(files, this.format),
        texts: contextTexts(files),
        contextFingerprint: fingerprintOfFiles(files),
        contextRef: `${tile.fullName}@${version.semver}`,
        versionId:
          tile.workspaceId === workspaceId && isShipped(bundle, found.files) ? version.id : null,
      };
    });
    return { ...noContext, ...read, contextType: 'plugin' };
  }

  async #sent(asked: AskedContext, { bundle }: Reading): Promise<RunContext> {
    const context = withoutScenarios(bundle.context);
    if (context.length === 0)
      throw invalidInput({
        what: 'The bundle has no files of the context.',
        hint: 'They stand in its folder context/.',
      });
    const { type, ref, commit = null, skills = [] } = asked;
    await this.#requireSkills(context, skills);
    return {
      ...noContext,
      contextType: type,
      contextRef: ref,
      contextCommit: commit,
      contextFingerprint: fingerprintOfFiles(context),
      skills: [...new Set(skills)].sort(),
      archive: await packContext(context, this.format),
      texts: contextTexts(context),
    };
  }

  async #requireSkills(files: readonly LooseFile[], wanted: readonly string[]): Promise<void> {
    if (wanted.length === 0) return;
    const skills = files.filter(({ path }) => posix.basename(path) === 'SKILL.md');
    const cards = await this.format.readSkillCards(skills);
    const names = new Set(
      cards.map(({ name }, at) => name ?? posix.basename(posix.dirname(skills[at]?.path ?? ''))),
    );
    const missing = wanted.find((name) => !names.has(name));
    if (missing === undefined) return;
    const hint = names.size === 0 ? 'It has no skills.' : `It has ${[...names].sort().join(', ')}.`;
    throw invalidInput({ what: `The plugin has no skill "${missing}".`, hint });
  }
}

const asLoose = ({ path, mode, content }: PluginFile): LooseFile => ({
  path,
  executable: mode === 0o755,
  content,
});

function fingerprintOfFiles(files: readonly LooseFile[]): string {
  const lines = files.map(({ path, executable, content }) => [path, executable, hash(content)]);
  return hash(JSON.stringify(lines.sort()));
}

const hash = (data: Uint8Array | string): string => createHash('sha256').update(data).digest('hex');

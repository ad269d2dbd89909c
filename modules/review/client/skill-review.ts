import { resolve } from 'node:path';
import {
  connectionKey,
  signInRequired,
  usageError,
  type ConnectionSource,
  type Context,
  type Handler,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import { gitSourcesKey, type GitSources } from '../../install/contract/git-sources.js';
import { pluginFoldersKey, type PluginFolders } from '../../registry/contract/plugin-format.js';
import type { AppliedFixView } from '../contract/applied-fix-view.js';
import type { SkillReviewInput } from '../contract/command-inputs.js';
import { FixOffer } from './fix/fix-offer.js';
import { FixSources } from './fix/fix-sources.js';
import { followReview } from './follow.js';
import { gated } from './gate.js';
import { chosenSkill, namedSkill, skillsOf, sourceOfSkill } from './one-skill.js';
import { isThere, type Source } from './source.js';
import { RunStarter } from './start.js';

/** The command has no flag for the workspace. */
const choice = { takeOnly: true, flag: 'SVC_WORKSPACE' } as const;

/** `svc skill review`. */
@injectable()
export class SkillReviewHandler implements Handler<SkillReviewInput, AppliedFixView> {
  constructor(
    @inject(connectionKey) private readonly connections: ConnectionSource,
    @inject(pluginFoldersKey) private readonly plugins: PluginFolders,
    @inject(gitSourcesKey) private readonly repositories: GitSources,
    @inject(RunStarter) private readonly starter: RunStarter,
    @inject(FixSources) private readonly folders: FixSources,
    @inject(FixOffer) private readonly offer: FixOffer,
  ) {}

  async run(input: SkillReviewInput, context: Context): Promise<AppliedFixView> {
    const { optimize = false, threshold, maxIterations } = input;
    if (optimize && threshold !== undefined)
      throw usageError({ what: '--threshold and --optimize exclude each other.' });
    if (!optimize && maxIterations !== undefined)
      throw usageError({ what: '--max-iterations goes with --optimize only.' });
    if ((await this.connections.current()).token === undefined) throw signInRequired();
    return optimize ? this.#optimize(input, context) : this.#review(input, context);
  }

  async #review(
    { pathOrUrl = '.', skill, threshold }: SkillReviewInput,
    context: Context,
  ): Promise<AppliedFixView> {
    const whole = await this.#sourceAt(pathOrUrl, skill, context);
    const source = skill === undefined ? whole : await this.#ofSkill(whole, skill, context);
    const { reviewRunId } = await this.starter.review(source, { kind: 'quality', choice }, context);
    return gated(await followReview(reviewRunId, context), { threshold });
  }

  async #optimize(
    { pathOrUrl = '.', skill, yes = false, maxIterations }: SkillReviewInput,
    context: Context,
  ): Promise<AppliedFixView> {
    const { source: whole } = await this.folders.at(pathOrUrl, context);
    const source = await this.#ofSkill(whole, skill, context);
    const { reviewRunId: id } = await this.starter.fix(source, { maxIterations, choice }, context);
    const root = source.root ?? context.cwd;
    return this.offer.follow({ id, path: root, root, yes }, context);
  }

  /** An existing path takes precedence over an address. */
  async #sourceAt(pathOrUrl: string, skill: string | undefined, context: Context): Promise<Source> {
    const isPath = await isThere(resolve(context.cwd, pathOrUrl));
    if (isPath || !(await this.repositories.isAddress(pathOrUrl)))
      return this.starter.sourceAt(pathOrUrl, context);
    context.progress.step('Fetching the repository');
    const { name, files } = await this.repositories.read({ address: pathOrUrl, skill }, context);
    await skillsOf(files, this.plugins, name);
    return {
      name,
      folder: context.cwd,
      root: undefined,
      byManifest: false,
      files: () => Promise.resolve(files),
      archive: () => this.plugins.packFiles(files, name),
    };
  }

  /** The part of the source that one skill is; without a name the only one, or what the person chooses. */
  async #ofSkill(source: Source, name: string | undefined, { ask }: Context): Promise<Source> {
    const skills = await skillsOf(await source.files(), this.plugins, source.name);
    const skill = name === undefined ? await chosenSkill(skills, ask) : namedSkill(name, skills);
    return sourceOfSkill(source, skill, this.plugins);
  }
}

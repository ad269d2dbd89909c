import {
  buildExtension,
  extensionsKey,
  hostKey,
  type Constructor,
  type Extension,
  type Extensions,
  type HostInfo,
} from 'svc-registry/kernel';
import { inject, injectable } from 'tsyringe';
import type { View } from '../../../../web/contract/index.js';
import { partAnswer } from '../../../../web/contract/part-answer.js';
import {
  pluginPagePoint,
  type PluginPart,
  type PluginPartData,
  type ShownPlugin,
} from '../../../contract/plugin-page.js';

type Contribution = Extension<PluginPartData, Constructor<PluginPart>>;

/** A part as a page prints it; without a view it has failed, and a sentence stands in its place. */
export interface ShownPart {
  readonly id: string;
  readonly title: string;
  readonly view: View | undefined;
}

/** The tabs and sections that modules contribute to the page of a plugin. */
@injectable()
export class PluginParts {
  readonly #built = new Map<string, Promise<PluginPart>>();

  constructor(
    @inject(extensionsKey) private readonly extensions: Extensions,
    @inject(hostKey) private readonly host: Pick<HostInfo, 'log'>,
  ) {}

  /** In their order. */
  at(place: PluginPartData['place']): readonly Contribution[] {
    return this.extensions
      .of(pluginPagePoint)
      .filter(({ data }) => data.place === place)
      .sort((one, other) => one.data.order - other.data.order);
  }

  tab(id: string): Contribution | undefined {
    return this.at('tab').find((part) => part.id === id);
  }

  /** All parts of a place that have something to show. They take their turns, because statements of one request share a connection. */
  async show(place: PluginPartData['place'], plugin: ShownPlugin): Promise<readonly ShownPart[]> {
    const shown: ShownPart[] = [];
    for (const part of this.at(place)) {
      const answer = await this.one(part, plugin);
      if (answer !== undefined) shown.push(answer);
    }
    return shown;
  }

  /** `undefined` where this version has nothing of the kind. */
  async one(part: Contribution, plugin: ShownPlugin): Promise<ShownPart | undefined> {
    const { module, id, data } = part;
    try {
      const code = await this.#code(part);
      const view = await partAnswer(code.show(plugin));
      return view && { id, title: data.title, view };
    } catch (err) {
      this.host.log.error({ err, module, part: id }, 'a part of a page of a plugin failed');
      return { id, title: data.title, view: undefined };
    }
  }

  #code(part: Contribution): Promise<PluginPart> {
    const built = this.#built.get(part.id) ?? buildExtension<PluginPart>(part);
    this.#built.set(part.id, built);
    // what failed to load is tried again
    built.catch(() => this.#built.delete(part.id));
    return built;
  }
}

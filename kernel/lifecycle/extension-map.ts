import type { Extension, ExtensionPoint, Extensions, Services } from '../api/index.js';
import type { ModuleGraph } from '../graph/resolve.js';
import type { ModuleRecord } from '../graph/module-record.js';
import type { ContributionManifest } from '../manifest/manifest.js';
import type { Lifecycle } from './lifecycle.js';

/** Contributions from the manifests; code and services come from the contributing module on first use. */
export class ExtensionMap implements Extensions {
  constructor(
    private readonly graph: ModuleGraph,
    private readonly lifecycle: Lifecycle,
  ) {}

  of<D, C>(point: ExtensionPoint<D, C>): readonly Extension<D, C>[] {
    return this.graph.ordered
      .filter(({ unavailable }) => !unavailable)
      .flatMap((record) =>
        record.manifest.contributes
          .filter((entry) => entry.point === point.id)
          .map((entry) => this.extension<D, C>(record, entry)),
      );
  }

  private extension<D, C>(record: ModuleRecord, entry: ContributionManifest): Extension<D, C> {
    return {
      module: record.id,
      id: entry.id,
      data: entry.data as D,
      load: async () => (await this.load(record, entry)) as C,
      services: (): Promise<Services> => this.lifecycle.activate(record),
    };
  }

  private async load(record: ModuleRecord, { point, id }: ContributionManifest): Promise<unknown> {
    await import('reflect-metadata');
    const { contributes = [] } = await this.lifecycle.declaration(record);
    const contribution = contributes.find((entry) => entry.point === point && entry.id === id);
    if (contribution?.load === undefined)
      throw new Error(`Module "${record.id}" contributes "${id}" at "${point}" without code.`);
    return contribution.load();
  }
}

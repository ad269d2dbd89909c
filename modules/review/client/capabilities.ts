import { usageError, type Context, type Handler } from 'svc-registry/kernel';
import type { CapabilitiesCommandInput, CapabilitiesView } from '../contract/capabilities-view.js';
import { showCapabilities } from '../contract/operations.js';
import { publishedRef } from './published-ref.js';

export class CapabilitiesCommandHandler implements Handler<
  CapabilitiesCommandInput,
  CapabilitiesView
> {
  async run(
    { plugin, against }: CapabilitiesCommandInput,
    context: Context,
  ): Promise<CapabilitiesView> {
    const ref = publishedRef(plugin);
    if (ref === undefined)
      throw usageError({ what: `"${plugin}" is not <workspace>/<plugin>[@<version>].` });
    return context.invoke(showCapabilities, {
      ...ref,
      ...(against !== undefined && { against }),
    });
  }
}

import { inject, injectable } from 'tsyringe';
import { notFound, type Handler, type Page } from 'svc-registry/kernel';
import type { MachineManifest } from '../../../kernel/index.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import type { MachineView, TransitionView } from '../contract/machine-view.js';
import type { MachinesInput } from '../contract/inputs.js';

function transitionViews({ transitions }: MachineManifest): TransitionView[] {
  return transitions.map(({ from, guard, effect, ...rest }) => ({
    from: typeof from === 'string' ? [from] : [...from],
    ...rest,
    ...(guard === undefined ? {} : { guard }),
    ...(effect === undefined ? {} : { effect }),
  }));
}

/** The table as a Mermaid state diagram. */
export function mermaidOf(initial: string, transitions: readonly TransitionView[]): string {
  const arrows = transitions.flatMap(({ from, event, to, guard }) =>
    from.map(
      (state) => `  ${state} --> ${to}: ${event}${guard === undefined ? '' : ` [${guard}]`}`,
    ),
  );
  return ['stateDiagram-v2', `  [*] --> ${initial}`, ...arrows].join('\n');
}

function viewOf(machine: MachineManifest): MachineView {
  const { id, summary, initial, states, events } = machine;
  const transitions = transitionViews(machine);
  return {
    id,
    summary,
    initial,
    states: { ...states },
    events: { ...events },
    transitions,
    mermaid: mermaidOf(initial, transitions),
  };
}

@injectable()
export class MachinesHandler implements Handler<MachinesInput, Page<MachineView>> {
  constructor(@inject(runtimeKey) private readonly runtime: Runtime) {}

  async run({ machine }: MachinesInput): Promise<Page<MachineView>> {
    const all = this.runtime
      .kernel()
      .manifests()
      .flatMap(({ machines }) => machines);
    const chosen = machine === undefined ? all : all.filter(({ id }) => id === machine);
    if (machine !== undefined && chosen.length === 0) {
      throw notFound({
        kind: 'machine',
        id: machine,
        hint: `There are: ${all.map(({ id }) => id).join(', ') || 'none'}.`,
      });
    }
    return Promise.resolve({ data: chosen.map(viewOf), next: null, prev: null });
  }
}

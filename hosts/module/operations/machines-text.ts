import type { Page, TextStyle } from 'svc-registry/kernel';
import type { MachineView } from '../contract/machine-view.js';

function machineText(
  { id, summary, states, transitions, mermaid }: MachineView,
  style: TextStyle,
): string {
  const meanings = Object.entries(states).map(([state, meaning]) => [state, meaning]);
  const rows = transitions.map(({ from, event, to, guard = '', effect = '' }) => [
    from.join(', '),
    event,
    to,
    guard,
    effect,
  ]);
  return [
    `${style.bold(id)}  ${summary}`,
    style.table(['state', 'meaning'], meanings),
    style.table(['from', 'event', 'to', 'guard', 'effect'], rows),
    mermaid,
  ].join('\n\n');
}

export function machinesText({ data }: Page<MachineView>, style: TextStyle): string {
  return data.length === 0
    ? 'No module has a state machine.'
    : data.map((machine) => machineText(machine, style)).join('\n\n');
}

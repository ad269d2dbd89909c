import type { Renderer } from 'svc-registry/kernel';
import type { EvalsSwitchView } from '../contract/run-view.js';

export const switchText: Renderer<EvalsSwitchView> = ({ workspace, enabled }) =>
  `Evaluations of the workspace ${workspace} are ${enabled ? 'on' : 'off'}.`;

import { contribute, defineModule, handle, render, settingsPoint } from 'svc-registry/kernel';
import {
  addressUnavailable,
  bodyNotReceived,
  bodyTooLarge,
  metricsRefused,
  noSuchRoute,
  notReady,
  unsupportedAuthorization,
  unsupportedBody,
} from './contract/errors.js';
import { certificateRefused, proxyRefused, proxySignInRequired, proxyUnreachable } from './contract/network-errors.js';
import { doctor, listMachines, listModules, serve, startToolServer } from './contract/operations.js';

/** What the program does about itself. A module like any other; that it starts hosts is its domain. */
export default defineModule({
  id: 'host',
  api: '^1.0.0',
  summary: 'The program itself: server, tool server, diagnosis',
  operations: [
    handle(doctor, () => import('./operations/doctor.js').then((m) => m.DoctorHandler)),
    handle(listModules, () => import('./operations/modules.js').then((m) => m.ModulesHandler)),
    handle(listMachines, () => import('./operations/machines.js').then((m) => m.MachinesHandler)),
    handle(serve, () => import('./operations/serve.js').then((m) => m.ServeHandler)),
    handle(startToolServer, () => import('./operations/mcp-start.js').then((m) => m.McpStartHandler)),
  ],
  renders: [
    render(doctor, () => import('./operations/doctor-text.js').then((m) => m.doctorText)),
    render(listModules, () => import('./operations/modules-text.js').then((m) => m.modulesText)),
    render(listMachines, () => import('./operations/machines-text.js').then((m) => m.machinesText)),
  ],
  contributes: [
    contribute(settingsPoint, 'SVC_METRICS_TOKEN', {
      ...{ side: 'server', secret: true, default: 'no metrics' },
      summary: 'Who sends it as a bearer token may read GET /metrics; at least 16 characters',
    }),
  ],
  errors: [
    addressUnavailable,
    bodyNotReceived,
    bodyTooLarge,
    certificateRefused,
    metricsRefused,
    noSuchRoute,
    notReady,
    proxyRefused,
    proxySignInRequired,
    proxyUnreachable,
    unsupportedAuthorization,
    unsupportedBody,
  ],
});

import { defineModule, handle, render } from 'svc-registry/kernel';
import {
  addressUnavailable,
  bodyNotReceived,
  bodyTooLarge,
  dataNotWhole,
  metricsRefused,
  noSuchRoute,
  notReady,
  overloaded,
  unsupportedAuthorization,
  unsupportedBody,
  workerNeedsPostgres,
} from './contract/errors.js';
import { certificateRefused, proxyRefused, proxySignInRequired, proxyUnreachable } from './contract/network-errors.js';
import { doctor, listMachines, listModules, listSettings, serve, startToolServer, work } from './contract/operations.js';
import * as serverData from './contract/server-data-operations.js';
import { settings } from './contract/settings.js';

const dataHandlers = () => import('./operations/server-data.js');
const dataTexts = () => import('./operations/server-data-text.js');

/** What the program does about itself. A module like any other; that it starts hosts is its domain. */
export default defineModule({
  id: 'host',
  api: '^1.0.0',
  summary: 'The program itself: server, tool server, diagnosis',
  operations: [
    handle(doctor, () => import('./operations/doctor.js').then((m) => m.DoctorHandler)),
    handle(listModules, () => import('./operations/modules.js').then((m) => m.ModulesHandler)),
    handle(listMachines, () => import('./operations/machines.js').then((m) => m.MachinesHandler)),
    handle(listSettings, () => import('./operations/settings.js').then((m) => m.SettingsHandler)),
    handle(serve, () => import('./operations/serve.js').then((m) => m.ServeHandler)),
    handle(work, () => import('./operations/worker.js').then((m) => m.WorkerHandler)),
    handle(serverData.backUpServer, () => dataHandlers().then((m) => m.BackUpServerHandler)),
    handle(serverData.restoreServer, () => dataHandlers().then((m) => m.RestoreServerHandler)),
    handle(serverData.checkServer, () => dataHandlers().then((m) => m.CheckServerHandler)),
    handle(serverData.moveServer, () => dataHandlers().then((m) => m.MoveServerHandler)),
    handle(startToolServer, () => import('./operations/mcp-start.js').then((m) => m.McpStartHandler)),
  ],
  renders: [
    render(doctor, () => import('./operations/doctor-text.js').then((m) => m.doctorText)),
    render(serverData.backUpServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.restoreServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.moveServer, () => dataTexts().then((m) => m.dataTallyText)),
    render(serverData.checkServer, () => dataTexts().then((m) => m.checkText)),
    render(listModules, () => import('./operations/modules-text.js').then((m) => m.modulesText)),
    render(listMachines, () => import('./operations/machines-text.js').then((m) => m.machinesText)),
    render(listSettings, () => import('./operations/settings-text.js').then((m) => m.settingsText)),
  ],
  contributes: settings,
  errors: [
    addressUnavailable,
    bodyNotReceived,
    bodyTooLarge,
    certificateRefused,
    dataNotWhole,
    metricsRefused,
    noSuchRoute,
    notReady,
    overloaded,
    proxyRefused,
    proxySignInRequired,
    proxyUnreachable,
    unsupportedAuthorization,
    unsupportedBody,
    workerNeedsPostgres,
  ],
});

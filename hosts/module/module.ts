import { defineModule, handle } from 'svc-registry/kernel';
import * as modules from './contract/module-commands.js';
import * as errors from './contract/errors.js';
import * as moduleErrors from './contract/module-errors.js';
import * as networkErrors from './contract/network-errors.js';
import * as host from './contract/operations.js';
import * as serverData from './contract/server-data-operations.js';
import { settings } from './contract/settings.js';

const dataHandlers = () => import('./operations/server-data.js');
const dataTexts = () => import('./operations/server-data-text.js');

/** Operations about the program itself. This is a module like any other, whose domain is starting hosts. */
export default defineModule({
  id: 'host',
  api: '^1.0.0',
  summary: 'The program itself: server, tool server, diagnosis',
  operations: [
    handle(host.doctor, {
      run: () => import('./operations/doctor.js').then((m) => m.DoctorHandler),
      text: () => import('./operations/doctor-text.js').then((m) => m.doctorText),
    }),
    handle(modules.listModules, {
      run: () => import('./operations/modules-list.js').then((m) => m.ListModulesHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.modulesText),
    }),
    handle(modules.checkModule, {
      run: () => import('./operations/modules-check.js').then((m) => m.CheckModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.checkText),
    }),
    handle(modules.addModule, {
      run: () => import('./operations/modules-change.js').then((m) => m.AddModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.addedText),
    }),
    handle(modules.removeModule, {
      run: () => import('./operations/modules-change.js').then((m) => m.RemoveModuleHandler),
      text: () => import('./operations/modules-text.js').then((m) => m.removedText),
    }),
    handle(host.listMachines, {
      run: () => import('./operations/machines.js').then((m) => m.MachinesHandler),
      text: () => import('./operations/machines-text.js').then((m) => m.machinesText),
    }),
    handle(host.listSettings, {
      run: () => import('./operations/settings.js').then((m) => m.SettingsHandler),
      text: () => import('./operations/settings-text.js').then((m) => m.settingsText),
    }),
    handle(host.callApi, {
      run: () => import('./operations/api-call.js').then((m) => m.ApiCallHandler),
      text: () => import('./operations/api-text.js').then((m) => m.apiText),
    }),
    handle(host.serve, { run: () => import('./operations/serve.js').then((m) => m.ServeHandler) }),
    handle(host.work, { run: () => import('./operations/worker.js').then((m) => m.WorkerHandler) }),
    handle(serverData.backUpServer, {
      run: () => dataHandlers().then((m) => m.BackUpServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(serverData.restoreServer, {
      run: () => dataHandlers().then((m) => m.RestoreServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(serverData.checkServer, {
      run: () => dataHandlers().then((m) => m.CheckServerHandler),
      text: () => dataTexts().then((m) => m.checkText),
    }),
    handle(serverData.moveServer, {
      run: () => dataHandlers().then((m) => m.MoveServerHandler),
      text: () => dataTexts().then((m) => m.dataTallyText),
    }),
    handle(host.startToolServer, {
      run: () => import('./operations/mcp-start.js').then((m) => m.McpStartHandler),
    }),
  ],
  contributes: settings,
  errors: [
    ...Object.values(errors),
    ...Object.values(moduleErrors),
    ...Object.values(networkErrors),
  ],
});

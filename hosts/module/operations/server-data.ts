import { resolve } from 'node:path';
import { inject, injectable } from 'tsyringe';
import {
  hostKey,
  type Context,
  type BackupService,
  type DataTally,
  type Handler,
  type HostInfo,
} from 'svc-registry/kernel';
import { parsedUrl } from '../../../toolbox/parsed-url.js';
import { backupServiceOf } from '../../backup-service.js';
import { runtimeKey, type Runtime } from '../../runtime.js';
import { dataNotWhole } from '../contract/errors.js';
import type {
  BackupInput,
  CheckInput,
  MoveInput,
  RestoreInput,
} from '../contract/server-data-inputs.js';
import type { CheckReport, DataTallyView } from '../contract/server-data-reports.js';

interface Here {
  readonly runtime: Runtime;
  readonly host: HostInfo;
}

/** Finds the server's modules from its settings; starts none. */
async function backupService(
  { runtime, host }: Here,
  { dataDir }: { readonly dataDir?: string },
): Promise<BackupService> {
  const [{ serverSettings }, { findServerModules }] = await Promise.all([
    import('../../http/settings.js'),
    import('../../http/server-modules.js'),
  ]);
  const settings = serverSettings(dataDir === undefined ? {} : { dataDir }, host);
  return backupServiceOf(await findServerModules(settings, runtime.distribution, host.log));
}

@injectable()
export class BackUpServerHandler implements Handler<BackupInput, DataTallyView> {
  constructor(
    @inject(runtimeKey) readonly runtime: Runtime,
    @inject(hostKey) readonly host: HostInfo,
  ) {}

  async run(input: BackupInput, context: Context): Promise<DataTallyView> {
    const file = resolve(
      context.cwd,
      input.file ??
        `svc-backup-${this.host.clock().toISOString().slice(0, 19).replaceAll(':', '')}Z.tar`,
    );
    const service = await backupService(this, input);
    return viewOf(await service.backup({ file, rowsOnly: input.rowsOnly ?? false }, context), file);
  }
}

@injectable()
export class RestoreServerHandler implements Handler<RestoreInput, DataTallyView> {
  constructor(
    @inject(runtimeKey) readonly runtime: Runtime,
    @inject(hostKey) readonly host: HostInfo,
  ) {}

  async run(input: RestoreInput, context: Context): Promise<DataTallyView> {
    const file = resolve(context.cwd, input.file);
    const service = await backupService(this, input);
    return viewOf(await service.restore({ file, force: input.force ?? false }, context), file);
  }
}

@injectable()
export class CheckServerHandler implements Handler<CheckInput, CheckReport> {
  constructor(
    @inject(runtimeKey) readonly runtime: Runtime,
    @inject(hostKey) readonly host: HostInfo,
  ) {}

  async run(input: CheckInput, context: Context): Promise<CheckReport> {
    const { problems, notes } = await (
      await backupService(this, input)
    ).check({ fast: input.fast ?? false }, context);
    if (problems.length > 0)
      throw dataNotWhole(
        { problems: problems.length },
        { issues: problems.map((message) => ({ message })) },
      );
    return { notes: [...notes] };
  }
}

@injectable()
export class MoveServerHandler implements Handler<MoveInput, DataTallyView> {
  constructor(
    @inject(runtimeKey) readonly runtime: Runtime,
    @inject(hostKey) readonly host: HostInfo,
  ) {}

  async run(input: MoveInput, context: Context): Promise<DataTallyView> {
    const { from, to, blobs } = input;
    for (const address of [from, to]) if (holdsPassword(address)) context.progress.warn(PASSWORD);
    const tally = await (await backupService(this, input)).move({ from, to, blobs }, context);
    context.progress.note(
      'Start servers with the new address only: two databases must not share one blob store.',
    );
    return viewOf(tally);
  }
}

const PASSWORD =
  'Other users of this machine can see a password in a command. Leave it out of the address and set PGPASSWORD.';

const holdsPassword = (address: string): boolean => (parsedUrl(address)?.password ?? '') !== '';

const viewOf = ({ tables, blobs }: DataTally, file?: string): DataTallyView => ({
  ...(file === undefined ? {} : { file }),
  tables: tables.map((table) => ({ ...table })),
  blobs: { ...blobs },
});

/** A parcel, whose states follow the run that carries it. */
import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import {
  contribute,
  defineMachine,
  defineModule,
  type ModuleDeclaration,
} from 'svc-registry/kernel';
import {
  runKindsPoint,
  runTable,
  type Attempt,
  type DrivenObject,
  type RunWork,
  type WriteResult,
} from '../../../modules/jobs/contract/db.js';
import { RunEntity } from '../../../modules/jobs/contract/db/run-entity.js';
import { columns, createTable, tablesPoint } from '../../../modules/persistence/contract/db.js';

@Entity('parcels_parcels')
export class Parcel {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.text()) state!: string;
  @Column(columns.counter()) version!: number;
}

@Entity('parcels_carriages')
export class Carriage extends RunEntity {
  @Column(columns.id()) parcelId!: string;
}

export const parcelMachine = defineMachine({
  id: 'parcels.parcel',
  summary: 'The way of a parcel',
  initial: 'waiting',
  states: { waiting: '', moving: '', arrived: '', lost: '', stopped: '' },
  events: { load: '', unload: '', arrive: '', lose: '', stop: '', sendAgain: '' },
  transitions: [
    { from: 'waiting', event: 'load', to: 'moving' },
    { from: 'moving', event: 'unload', to: 'waiting' },
    { from: 'moving', event: 'arrive', to: 'arrived' },
    { from: ['waiting', 'moving'], event: 'lose', to: 'lost' },
    { from: ['waiting', 'moving'], event: 'stop', to: 'stopped' },
    { from: 'lost', event: 'sendAgain', to: 'waiting' },
  ],
});

const events: DrivenObject<Carriage>['events'] = {
  claimed: 'load',
  triedAgain: 'unload',
  leaseExpired: 'unload',
  handedBack: 'unload',
  completed: 'arrive',
  failed: 'lose',
  cancelled: 'stop',
  retried: 'sendAgain',
};

class CreateParcels1700000000004 {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'parcels_parcels',
      columns: { id: columns.id(), state: columns.text(), version: columns.counter() },
    });
    await createTable(
      runner,
      runTable({ name: 'parcels_carriages', columns: { parcel_id: columns.id() } }),
    );
  }
}

export type Carry = (attempt: Attempt) => Promise<WriteResult | undefined>;

/** `carry` does the work of every run; `further` events are added to those that parcels follow. */
export function parcels(carry: Carry, further: Record<string, string> = {}): ModuleDeclaration {
  class CarryParcel implements RunWork<Carriage> {
    perform(_run: Carriage, attempt: Attempt): Promise<WriteResult | undefined> {
      return carry(attempt);
    }
  }
  const idOf = ({ parcelId }: Carriage): string => parcelId;
  const drives = {
    entity: Parcel,
    machine: parcelMachine,
    idOf,
    events: { ...events, ...further },
  };
  const tables = { entities: [Parcel, Carriage], migrations: [CreateParcels1700000000004] };
  return defineModule({
    id: 'parcels',
    api: '^1.0.0',
    summary: 'Parcels on their way',
    requires: ['persistence', 'jobs'],
    machines: [parcelMachine],
    contributes: [
      contribute(tablesPoint, 'parcels', { prefix: 'parcels_' }, () => Promise.resolve(tables)),
      contribute(runKindsPoint, 'parcels.carry', { summary: 'Carries a parcel', attempts: 2 }, () =>
        Promise.resolve({ entity: Carriage, work: CarryParcel, drives }),
      ),
    ],
    server: () => Promise.resolve({ default: {} }),
  });
}

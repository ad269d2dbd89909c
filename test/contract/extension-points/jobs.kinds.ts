import { Column, Entity, type EntityManager } from 'typeorm';
import { columns } from 'svc-registry/db';
import { runKindsPoint, type RunWork } from 'svc-registry/jobs';
import { RunEntity } from 'svc-registry/jobs/entity';
import { contribute } from 'svc-registry/kernel';
import { Poll } from './persistence.tables.js';

@Entity('poll_reminders')
export class Reminder extends RunEntity {
  @Column(columns.id()) pollId!: string;
}

export class Remind implements RunWork<Reminder> {
  perform({ pollId }: Reminder) {
    // … slow work, outside any unit of work …
    return Promise.resolve(async (manager: EntityManager) => {
      await manager.update(Poll, { id: pollId }, { question: 'Lunch at noon? (reminded)' });
    });
  }
}

export const contribution = contribute(
  runKindsPoint,
  'poll.remind',
  { summary: 'Remind those who have not voted', attempts: 5 },
  () => Promise.resolve({ entity: Reminder, work: Remind }),
);

// A handler begins a run: `await jobs.enqueue(Reminder, { pollId })`, with `jobs` injected by `jobsKey`.

import { randomUUID } from 'node:crypto';
import { inject, injectable } from 'tsyringe';
import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import {
  contribute,
  defineCommand,
  defineModule,
  defineOperation,
  handle,
  invalidInput,
  type Handler,
} from 'svc-registry/kernel';
import { Optional, IsString } from 'svc-registry/dto';
import {
  columns,
  createTable,
  tablesPoint,
  unitOfWorkKey,
  type UnitOfWork,
  type Migration,
} from '../../../modules/persistence/contract/db.js';

@Entity('diary_entries')
export class DiaryEntry {
  @PrimaryColumn(columns.id()) id!: string;
  @Column(columns.text()) text!: string;
}

class CreateDiary1700000000009 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'diary_entries',
      columns: { id: columns.id(), text: columns.text() },
    });
  }
}

export class EntryInput {
  @IsString() text!: string;
  @Optional() @IsString() mood?: string;
}

class EntryView {
  @IsString() zeal!: string;
  @IsString() id!: string;
}

const common = {
  effect: 'write',
  runsAt: 'server',
  access: 'signed-in',
  input: () => Promise.resolve(EntryInput),
} as const;

export const writeEntry = defineOperation({
  ...common,
  id: 'diary.write',
  summary: 'Write an entry',
  output: () => Promise.resolve(EntryView),
  http: { method: 'POST', path: '/v1/diary', tag: 'public', status: 201 },
});

export const writeSilently = defineCommand({
  ...common,
  id: 'diary.writeSilently',
  summary: 'Write an entry and answer nothing',
  http: { method: 'POST', path: '/v1/diary/silently', tag: 'public' },
});

/** What the test does in the middle of a call: before the entry is written, and after it is committed. */
export const between = { before: () => Promise.resolve(), after: () => Promise.resolve() };

@injectable()
class WriteHandler implements Handler<EntryInput, EntryView> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run({ text }: EntryInput): Promise<EntryView> {
    if (text === 'unspeakable') throw invalidInput({ what: 'Not that.' });
    await between.before();
    const id = randomUUID();
    await this.unitOfWork.run((manager) => manager.insert(DiaryEntry, { id, text }));
    await between.after();
    return { zeal: 'much', id };
  }
}

@injectable()
class WriteSilentlyHandler implements Handler<EntryInput, void> {
  constructor(@inject(unitOfWorkKey) private readonly unitOfWork: UnitOfWork) {}

  async run({ text }: EntryInput): Promise<void> {
    await this.unitOfWork.run((manager) => manager.insert(DiaryEntry, { id: randomUUID(), text }));
  }
}

export const diary = defineModule({
  id: 'diary',
  api: '^1.0.0',
  summary: 'Writes entries',
  requires: ['persistence', 'identity'],
  operations: [
    handle(writeEntry, { run: () => Promise.resolve(WriteHandler) }),
    handle(writeSilently, { run: () => Promise.resolve(WriteSilentlyHandler) }),
  ],
  contributes: [
    contribute(tablesPoint, 'diary', { prefix: 'diary_' }, () =>
      Promise.resolve({ entities: [DiaryEntry], migrations: [CreateDiary1700000000009] }),
    ),
  ],
});

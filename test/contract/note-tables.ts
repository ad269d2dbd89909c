import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { columns, createTable, type Migration } from '../../modules/persistence/contract/db.js';
import type { TestTables } from './open-database.js';

@Entity('notes_note')
export class Note {
  @PrimaryColumn(columns.id())
  id!: string;
  @Column(columns.text())
  title!: string;
  @Column(columns.instant())
  createdAt!: Date;
  @Column(columns.instant({ nullable: true }))
  archivedAt!: Date | null;
  @Column(columns.json())
  labels!: string[];
  @Column(columns.size())
  bytes!: number;
  @Column(columns.boolean())
  pinned!: boolean;
  @Column(columns.text())
  state!: string;
  @Column(columns.counter())
  version!: number;
}

@Entity('notes_line')
export class Line {
  @PrimaryColumn(columns.id())
  id!: string;
  @Column(columns.id())
  noteId!: string;
}

export class CreateNotes1700000000001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, {
      name: 'notes_note',
      columns: {
        id: columns.id(),
        title: columns.text(),
        created_at: columns.instant(),
        archived_at: columns.instant({ nullable: true }),
        labels: columns.json(),
        bytes: columns.size({ default: 0 }),
        pinned: columns.boolean({ default: true }),
        state: columns.oneOf(['draft', 'final'], { default: 'draft' }),
        version: columns.counter({ default: 1 }),
      },
      unique: [['title']],
      indices: [
        { columns: ['created_at'] },
        { columns: ['state', 'bytes'], unique: true, where: 'bytes > 100' },
      ],
    });
    await createTable(runner, {
      name: 'notes_line',
      columns: { id: columns.id(), note_id: columns.id() },
      foreign: [{ columns: ['note_id'], table: 'notes_note', onDelete: 'CASCADE' }],
    });
  }
}

export const noteTables: TestTables = {
  module: 'notes',
  entities: [Note, Line],
  migrations: [CreateNotes1700000000001],
};

let counted = 0;

/** A note that can be inserted; each has a title of its own. */
export function aNote(change: Partial<Note> = {}): Note {
  counted += 1;
  return Object.assign(new Note(), {
    id: crypto.randomUUID(),
    title: `note ${counted}`,
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    archivedAt: null,
    labels: [],
    bytes: 0,
    pinned: false,
    state: 'draft',
    version: 1,
    ...change,
  });
}

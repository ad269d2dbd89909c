import { Column, Entity, PrimaryColumn } from 'typeorm';
import { columns } from '../../persistence/contract/db.js';

/** The model of a workspace; a workspace that uses the server's has no row. */
@Entity('models_settings')
export class WorkspaceModel {
  @PrimaryColumn(columns.id()) workspaceId!: string;
  @Column(columns.text()) model!: string;
  @Column(columns.text({ nullable: true })) baseUrl!: string | null;
  /** Sealed. */
  @Column(columns.text({ nullable: true })) apiKey!: string | null;
}

/** What one request used. */
@Entity('models_usage')
export class ModelUse {
  @PrimaryColumn(columns.id()) id!: string;
  /** The workspace may have been deleted since; `null` for a request of the server's own. */
  @Column(columns.id({ nullable: true })) workspaceId!: string | null;
  @Column(columns.text()) purpose!: string;
  @Column(columns.text()) model!: string;
  @Column(columns.counter()) inputTokens!: number;
  @Column(columns.counter()) outputTokens!: number;
  @Column(columns.instant()) createdAt!: Date;
}

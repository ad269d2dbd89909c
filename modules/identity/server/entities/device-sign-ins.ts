import { Column, Entity } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import {
  deviceSignInStates,
  type DeviceSignInState,
} from '../../contract/device-sign-in.machine.js';
import { StoredToken } from './tokens.js';

/** A program that waits for somebody to approve its sign-in. Its token is the device code. */
@Entity('identity_device_sign_ins')
export class DeviceSignIn extends StoredToken {
  @Column(columns.oneOf(deviceSignInStates)) state!: DeviceSignInState;
  @Column(columns.counter()) version!: number;
  /** Eight letters, as a person types them. Unique among those that wait. */
  @Column(columns.text()) userCode!: string;
  /** SHA-256 of what the program must know to fetch its session. */
  @Column(columns.text()) challenge!: string;
  @Column(columns.text()) client!: string;
  /** Network address that the program asked from. */
  @Column(columns.text({ nullable: true })) address!: string | null;
  /** That must lie between two calls of the program. */
  @Column(columns.counter()) intervalSeconds!: number;
  @Column(columns.instant()) polledAt!: Date;
  @Column(columns.instant()) expiresAt!: Date;
  /** Who approved it. */
  @Column(columns.id({ nullable: true })) userId!: string | null;
}

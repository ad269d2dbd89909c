import { Column, Entity } from 'typeorm';
import { columns } from '../../../persistence/contract/db.js';
import {
  deviceSignInStates,
  type DeviceSignInState,
} from '../../contract/device-sign-in.machine.js';
import { StoredToken } from './tokens.js';

/** A program's sign-in that needs a user's approval. Its token is the device code. */
@Entity('identity_device_sign_ins')
export class DeviceSignIn extends StoredToken {
  @Column(columns.oneOf(deviceSignInStates)) state!: DeviceSignInState;
  @Column(columns.counter()) version!: number;
  /** Eight letters that a user types. Unique among pending sign-ins. */
  @Column(columns.text()) userCode!: string;
  /** SHA-256 of the secret that the program must present to fetch its session. */
  @Column(columns.text()) challenge!: string;
  @Column(columns.text()) client!: string;
  /** The program's network address. */
  @Column(columns.text({ nullable: true })) address!: string | null;
  /** Minimum number of seconds between two polls of the program. */
  @Column(columns.counter()) intervalSeconds!: number;
  @Column(columns.instant()) polledAt!: Date;
  @Column(columns.instant()) expiresAt!: Date;
  /** The user who approved it. */
  @Column(columns.id({ nullable: true })) userId!: string | null;
}

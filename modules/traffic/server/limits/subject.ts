import type { Sender } from 'svc-registry/kernel';
import { networkOf } from '../../../identity/contract/network.js';

/** The key under which calls are counted; `undefined` for calls from within this process. */
export const subjectOfAddress = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : `address ${networkOf(address)}`;

/** Authenticated callers are counted by id, others by address. */
export const subjectOfCaller = ({ caller, address }: Sender): string | undefined =>
  caller === undefined || caller.id === null
    ? subjectOfAddress(address)
    : `${caller.kind} ${caller.id}`;

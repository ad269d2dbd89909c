// not state of the process but what this Node.js was built with
import { versions } from 'node:process';
import { serviceKey } from 'svc-registry/kernel';

/** Version of the time zone data of this server, such as `2026a`; versions sort by age. */
export const zoneDataKey = serviceKey<string>('schedule.zoneData');

export const ownZoneData = (): string => versions.tz ?? '';

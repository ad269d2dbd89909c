import { Entity } from 'typeorm';
import { ScanRun } from './scan-run.entity.js';

/** Another scan of a version, which keeps its state meanwhile. A kind of its own, so that new versions do not wait for it. */
@Entity('registry_rescans')
export class RescanRun extends ScanRun {}

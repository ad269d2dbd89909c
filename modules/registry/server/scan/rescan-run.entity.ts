import { Entity } from 'typeorm';
import { ScanRun } from './scan-run.entity.js';

/** Another scan of a version, which keeps its state until the new verdict. It is a separate kind of run, so that new versions do not wait for it. */
@Entity('registry_rescans')
export class RescanRun extends ScanRun {}

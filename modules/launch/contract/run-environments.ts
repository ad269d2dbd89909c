import { serviceKey, type Context } from 'svc-registry/kernel';

/** Environments for single runs, on the user's machine. */
export interface RunEnvironments {
  /**
   * Makes an environment of the variables in a file, which is deleted when the run ends that names it; answers its id. Throws `environment_invalid`, with file
   * and line, usage errors, and the errors of `launch.createEnvironment`.
   */
  forRun(file: string, workspace: string, context: Context): Promise<string>;
}

/** For client code of modules that require `launch`. */
export const runEnvironmentsKey = serviceKey<RunEnvironments>('launch.runEnvironments');

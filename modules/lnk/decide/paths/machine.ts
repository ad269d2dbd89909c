/** Where the process runs. */
export interface Machine {
  /** The home folder of its user. */
  readonly home: string | undefined;
  /** Its working directory. */
  readonly cwd: string;
  /** The folder for temporary files. */
  readonly temp: string;
  /** The file of the program that runs. */
  readonly executable?: string;
  /** Paths may begin with a drive letter and have backslashes. Default false. */
  readonly driveLetters?: boolean;
}

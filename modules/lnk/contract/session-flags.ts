import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsString,
  Max,
  Min,
  Optional,
} from 'svc-registry/dto';

const FILE_MODES = ['read', 'write', 'local', 'local-with-overrides'] as const;

/**
 * The flags that set a field of the configuration, for every command that has a session or shows one. Which field each of them sets is in the
 * table of fields.
 */
export class SessionFlags {
  /** The pod or workload to stand in for, such as `deployment/shop` or `pod/shop-1/container/web`. */
  @Optional() @IsString() @IsNotEmpty() target?: string;
  /** The namespace of the target. Without it, that of the context. */
  @Optional() @IsString() @IsNotEmpty() targetNamespace?: string;
  /** The namespace in which the agent runs. */
  @Optional() @IsString() @IsNotEmpty() agentNamespace?: string;
  /** How much the agent logs, such as `info` or `debug`. */
  @Optional() @IsString() @IsNotEmpty() agentLogLevel?: string;
  /** The image of the agent. */
  @Optional() @IsString() @IsNotEmpty() agentImage?: string;
  /** How many seconds the pod of the agent stays after it has ended. */
  @Optional() @IsInt() @Min(0) @Max(65_535) agentTtl?: number;
  /** How many seconds the agent has to get ready. */
  @Optional() @IsInt() @Min(0) agentStartupTimeout?: number;
  /** Run the agent as an ephemeral container inside the pod of the target. */
  @Optional() @IsBoolean() ephemeralContainer?: boolean;
  /** Which files are opened in the target where nothing else decides. `read`: they are read there. `write`: they are written there too. `local`: none. `local-with-overrides`: those that the configuration names. */
  @Optional() @IsIn(FILE_MODES) fsMode?: (typeof FILE_MODES)[number];
  /** Variables of the target to leave out, separated by `;`. `*` and `?` stand for characters. */
  @Optional() @IsString() @IsNotEmpty() overrideEnvVarsExclude?: string;
  /** The only variables to take from the target, separated by `;`. `*` and `?` stand for characters. */
  @Optional() @IsString() @IsNotEmpty() overrideEnvVarsInclude?: string;
  /** Resolve names on this machine. */
  @Optional() @IsBoolean() noRemoteDns?: boolean;
  /** Name of a process to leave alone. Repeat it for several, or separate them by `;`. */
  @Optional()
  @IsArray()
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  skipProcesses?: string[];
  /** Accept TLS certificates of the cluster that are not valid. */
  @Optional() @IsBoolean() acceptInvalidCertificates?: boolean;
  /** Get the requests to the target in its place. */
  @Optional() @IsBoolean() steal?: boolean;
  /** Make all connections from this machine. */
  @Optional() @IsBoolean() noOutgoing?: boolean;
  /** Make TCP connections from this machine. */
  @Optional() @IsBoolean() noTcpOutgoing?: boolean;
  /** Send UDP from this machine. */
  @Optional() @IsBoolean() noUdpOutgoing?: boolean;
  /** Send no data on usage. This program never does. */
  @Optional() @IsBoolean() noTelemetry?: boolean;
  /** The context of the kubeconfig to use. */
  @Optional() @IsString() @IsNotEmpty() context?: string;
  /** A dotenv file whose variables are added to those of the target. */
  @Optional() @IsString() @IsNotEmpty() envFile?: string;
  /** The key of the session, which tells the traffic of several people apart. */
  @Optional() @IsString() @IsNotEmpty() key?: string;
}

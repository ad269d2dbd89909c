import { IsBoolean } from 'svc-registry/dto';

export class EvalMailsRef {}

export class EvalMailsInput {
  /** Whether you get a mail when an evaluation that you have started ends. */
  @IsBoolean() enabled!: boolean;
}

export class EvalMailsView {
  @IsBoolean() enabled!: boolean;
}

import { IsBoolean, IsInt, IsString, Length, Matches, Nullable, Optional } from 'svc-registry/dto';
import { forms } from './forms.js';

export class WorkspaceModelRef {
  /** Name or id of the workspace. */
  @IsString() @Length(1, 201) workspace!: string;
}

export class ModelFields extends WorkspaceModelRef {
  /** Protocol and name of the model, such as `anthropic/claude-sonnet-4-5` or `openai/gpt-5`. */
  @Matches(forms.model.form, forms.model) model!: string;
  /** Address of a server that speaks the protocol, such as `https://models.example.com/v1`; default is the provider's own. */
  @Optional() @Matches(forms.baseUrl.form, forms.baseUrl) baseUrl?: string;
}

export class SetModelInput extends ModelFields {
  /** Read the key from standard input instead of prompting for it. An empty one is none, for a server that needs none. */
  @Optional() @IsBoolean() keyStdin?: boolean;
}

/** Replaces all of it, so that a key is sent only to the address that it was given with. */
export class SetWorkspaceModelInput extends ModelFields {
  /** The provider's key. */
  @Optional() @Matches(forms.apiKey.form, forms.apiKey) apiKey?: string;
}

/** A workspace's own model. Without one, that of the server is asked. */
export class WorkspaceModelView {
  @Nullable() @IsString() model!: string | null;
  /** `null` for the provider's own address. */
  @Nullable() @IsString() baseUrl!: string | null;
  /** Whether there is a key; it is never shown. */
  @IsBoolean() hasKey!: boolean;
  /** What requests for the workspace have used since the month began, in UTC, of any model. */
  @IsInt() tokensThisMonth!: number;
}

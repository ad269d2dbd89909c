import { IsString, Length, Transform } from 'svc-registry/dto';
import { ValidateBy } from 'class-validator';
import { canonicalHost, canonicalPath } from '../evaluation/git-address.js';

/** Takes `[org]` and `[org, repo]` for `org` and `org/repo`. Other values stay, and are refused. */
export function AsPath(): PropertyDecorator {
  const isPart = (part: unknown): boolean => typeof part === 'string' && !part.includes('/');
  return Transform(({ value }: { value: unknown }) =>
    Array.isArray(value) && value.every(isPart) ? value.join('/') : value,
  );
}

function all(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, key) => {
    for (const decorate of decorators) decorate(target, key);
  };
}

/** A host of git repositories, such as `github.com`. */
export function IsGitHost(): PropertyDecorator {
  const validator = {
    validate: (value: unknown) => typeof value === 'string' && canonicalHost(value) !== null,
    defaultMessage: () =>
      '$property must be the name of a host such as github.com, without scheme, user and path',
  };
  return all(IsString(), Length(1, 260), ValidateBy({ name: 'isGitHost', validator }));
}

/** `<org>` or `<org>/<repo>`. */
export function IsGitPath(): PropertyDecorator {
  const isPath = (value: string): boolean => (canonicalPath(value)?.length ?? 3) <= 2;
  const validator = {
    validate: (value: unknown) => typeof value === 'string' && isPath(value),
    defaultMessage: () => '$property must be <org> or <org>/<repo>',
  };
  return all(IsString(), Length(1, 500), ValidateBy({ name: 'isGitPath', validator }));
}

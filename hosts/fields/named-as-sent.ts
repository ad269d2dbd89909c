import { invalidInput, type ErrorIssue } from 'svc-registry/kernel';

/** Renames the fields in an error to the names that the surface uses. A field without an entry in `names` keeps its name. */
export function namedAsSent(error: unknown, names: ReadonlyMap<string, string>): unknown {
  if (!invalidInput.is(error)) return error;
  const issues = error.issues.map((issue) => issueAsSent(issue, names));
  const what = error.issues.reduce(
    (text, { message }, at) => text.replace(message, () => issues[at]?.message ?? message),
    error.message,
  );
  return invalidInput(
    { what, ...(error.hint !== undefined && { hint: error.hint }) },
    { issues, details: error.details, cause: error.cause },
  );
}

function issueAsSent(issue: ErrorIssue, names: ReadonlyMap<string, string>): ErrorIssue {
  const { field = '', message } = issue;
  const sent = names.get(field);
  return sent === undefined
    ? issue
    : { ...issue, field: sent, message: message.replace(field, () => sent) };
}

import { defineError, ExitCode } from 'svc-registry/kernel';

export const pageNotFound = defineError({
  code: 'not_found',
  status: 404,
  exit: ExitCode.notFound,
  title: 'Page not found',
  message: () => 'There is no page at this address.',
  hint: () => 'Check the address, or go back to the start page.',
});

export const methodNotAllowed = defineError({
  code: 'method_not_allowed',
  status: 405,
  exit: ExitCode.usage,
  title: 'Method not allowed',
  message: () => 'This page does not accept this kind of request.',
  hint: () => 'Go back to the start page.',
});

/** Another site, or a program that is not a browser, has sent the form. */
export const foreignForm = defineError({
  code: 'foreign_form',
  status: 403,
  exit: ExitCode.denied,
  title: 'Form refused',
  message: () => 'This form was not sent from a page of this server, so nothing was done.',
  hint: () =>
    'Open the page and send the form from there. Behind a proxy, the operator must set SVC_PUBLIC_URL to the address that people use.',
});

/** The form belongs to a session that has ended or been replaced. */
export const outdatedForm = defineError({
  code: 'outdated_form',
  status: 403,
  exit: ExitCode.denied,
  title: 'Form out of date',
  message: () => 'This form was out of date, so nothing was done.',
  hint: () =>
    'Check what you entered and send it again. If that does not help, allow cookies for this site.',
});

export const notAForm = defineError<{ what: string }>({
  code: 'not_a_form',
  status: 415,
  exit: ExitCode.invalid,
  title: 'Not a form',
  cause: 'The body of the request is not a form as browsers send it.',
  remedy:
    'Send `application/x-www-form-urlencoded`. Programs call the operations of /openapi.json instead of pages.',
  message: ({ what }) => what,
});

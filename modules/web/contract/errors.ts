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
  title: 'Not possible here',
  message: () => 'This address does not answer that kind of request.',
  hint: () => 'Go back to the start page.',
});

/** A form that another site has sent, or something that is no browser. */
export const foreignForm = defineError({
  code: 'foreign_form',
  status: 403,
  exit: ExitCode.denied,
  title: 'Form refused',
  message: () => 'This form was not sent from a page of this server, so nothing was done.',
  hint: () =>
    'Open the page yourself and send the form from there. Behind a proxy, the operator sets SVC_PUBLIC_URL to the address people use.',
});

/** The form belongs to a session that has ended or been replaced. */
export const outdatedForm = defineError({
  code: 'outdated_form',
  status: 403,
  exit: ExitCode.denied,
  title: 'Form out of date',
  message: () => 'This form was out of date, so nothing was done.',
  hint: () =>
    'Look at what you entered and send it again. If that does not help, allow cookies for this site.',
});

export const notAForm = defineError<{ what: string }>({
  code: 'not_a_form',
  status: 415,
  exit: ExitCode.invalid,
  title: 'Not a form',
  message: ({ what }) => what,
});

import { criterion, taskSays, type Flaw } from './flaw.js';

const leaks: readonly Flaw[] = [
  taskSays(
    'A second request with the same `X-Request-Id` must get the first response again, with status 208.',
    'A second request with the same `X-Request-Id` gets the first response again, with status 208',
    'Clients of the shop send the same request again when their connection breaks.',
  ),
  taskSays(
    'Tokens should be signed using the HS256 algorithm and expire after 3600 seconds.',
    'Token expires after 3600 seconds',
    'Tokens should be signed, and must not be valid for ever.',
  ),
  taskSays(
    'Tokens should be signed using the HS256 algorithm.',
    'Signs tokens with the HS256 algorithm',
    'Tokens should be signed.',
  ),
  taskSays(
    '- The report must list the refused refunds, sorted by date, newest first.',
    'The report lists the refused refunds sorted by date, newest first',
    '- The report is for the bookkeeper, who looks at the refused ones first.',
  ),
  taskSays(
    'Round every amount half to even before you\nadd it to the sum.',
    'Every amount is rounded half to even before it is added to the sum',
    'The sum has to agree with the sum of the bank\nto the cent.',
  ),
  taskSays(
    'Remember to wrap the whole thing in one database transaction so that nothing is half done.',
    'The refund and the ledger row are written in one database transaction so that nothing is half done',
    'The server may be stopped at any moment.',
  ),
  taskSays(
    'Use the library `decimal.js` for all amounts of money.',
    'Uses `decimal.js` for amounts of money',
    'Amounts of money must not lose cents.',
  ),
  taskSays(
    'The migration has to be reversible: provide a `down` step that restores the dropped column.',
    'Provides a down step which restores the dropped column',
    'The migration has to be reversible.',
  ),
  taskSays(
    'Please use exponential backoff with a maximum of five attempts.',
    'Exponential backoff, at most five attempts',
    'The bank is sometimes away for seconds.',
  ),
  taskSays(
    'All dates are ISO 8601 in UTC.',
    'Dates are ISO 8601 in UTC',
    'The dates are read by a program.',
  ),
  taskSays(
    'Make sure that passwords are hashed with argon2id and never logged.',
    'Passwords are hashed with argon2id',
    'Passwords must not be readable by administrators.',
  ),
  taskSays(
    '1. Return 404 when the order is unknown.\n2. Return 409 when it is already refunded.',
    'Returns 409 if the order was already refunded',
    '1. An order may be unknown.\n2. It may have been paid back by hand.',
  ),
  taskSays(
    '| status | when |\n|---|---|\n| 202 | the bank is slow to answer |',
    'Status 202 when the bank is slow to answer',
    '| what | how often |\n|---|---|\n| the bank takes a minute | twice a day |',
  ),
  taskSays(
    'Cache answers for 10 minutes, keyed by tenant and path.',
    'Answers are cached for ten minutes by tenant and path',
    'Tenants ask for the same paths again and again.',
  ),
  taskSays(
    'The commit message follows Conventional Commits with the scope `billing`.',
    'Commit message has the scope `billing` by Conventional Commits',
    'Commit your work.',
  ),
  taskSays(
    'Do not forget: feature flags are read once at start-up, not per request.',
    'Feature flags are read once at start-up and not for each request',
    'There are a thousand requests a second.',
  ),
  taskSays(
    'Store money as integers of cents in the column amount_cents.',
    'Money is stored as integer cents in amount_cents',
    'Sums have to be right to the cent.',
  ),
];

const vague: readonly Flaw[] = [
  criterion(
    'vague',
    'Errors are handled properly',
    'Errors of the bank are answered with status 502',
  ),
  criterion('vague', 'The code is of good quality', 'Functions have at most 40 lines'),
  criterion(
    'vague',
    'Handles edge cases appropriately',
    'An order without payments is answered with status 409',
  ),
  criterion(
    'vague',
    'The implementation follows best practices',
    'The amount is parsed before anything is written',
  ),
  criterion(
    'vague',
    'The endpoint works as expected',
    'The endpoint answers 201 with the id of the refund',
  ),
  criterion(
    'vague',
    'Code is clean and readable',
    'Names of functions are verbs, such as `refundOrder`',
  ),
  criterion(
    'vague',
    'Input validation is robust',
    'Amounts that are no whole number of cents are refused',
  ),
  criterion(
    'vague',
    'The documentation is clear',
    'The notes name the two alternatives that were considered',
  ),
  criterion(
    'vague',
    'Follows the project conventions',
    'Follows the layout of the other endpoints: one file for each, below `src/`',
  ),
  criterion(
    'vague',
    'Logging is added where necessary',
    'Every refusal is logged with the id of the order',
  ),
  ...[
    ['Code is well structured', 'No function calls one of a layer above it'],
    ['Uses a suitable data structure', 'Looks orders up in a `Map`'],
    ['The answer is helpful and complete', 'The answer names the three steps of the runbook'],
    ['Good error handling', 'An error of the bank is logged with its code'],
    ['High-quality tests', 'Each refusal has a test'],
    ['Handles invalid input gracefully', 'Invalid input is answered with the field that is wrong'],
    ['Naming is sensible throughout', 'Names of events end in `Refunded`'],
    ['The solution is efficient', 'Reads the orders once'],
    ['The UI looks nice', 'Buttons have the colour of the design system'],
    ['Comments are added where they help', 'Each constant has a comment with its unit'],
    ['The report reads well', 'The report has at most 200 words'],
    ['Adequate test coverage', 'Both branches of the refusal have a test'],
    ['Security is taken seriously', 'The session is checked before the order is read'],
    ['Performance is acceptable', 'A thousand refunds take less than a second'],
    ['Error messages are useful to the user', 'Error messages name the field and the limit'],
    ['The architecture is sound', 'The endpoint does its work through the service and has no SQL'],
    ['Uses modern JavaScript', 'Uses `await` and no callbacks'],
    ['The agent shows good judgement', 'Asks for the amount before it pays'],
    ['Uses appropriate HTTP verbs', 'Changes by PATCH'],
  ].map(([bad = '', good = '']) => criterion('vague', bad, good)),
];

/** Criteria whose text is the mistake. */
export const textsFlaws: readonly Flaw[] = [...leaks, ...vague];

import { expect, it } from '@jest/globals';
import { loggedPath } from './request-log.js';

it.each([
  ['/v1/tiles?query=secret', '/v1/tiles'],
  ['/v1/tiles/acme/svc_tools', '/v1/tiles/acme/svc_tools'],
  ['/v1/orgs/svc_key_0123456789abcdefghijklmnopqrstuvwxyz01/members', '/v1/orgs/svc_key_…/members'],
  ['/invitations/svc_code_0123456789abcdefghijklmnopqrstuvwxyz01', '/invitations/svc_code_…'],
  ['/svc_session_XVrxpSetJTa0123456789', '/svc_session_…'],
])('%s is logged as %s', (address, logged) => {
  expect(loggedPath(address)).toBe(logged);
});

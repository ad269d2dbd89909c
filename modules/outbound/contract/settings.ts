import { contribute, settingsPoint } from 'svc-registry/kernel';

export const settings = [
  contribute(settingsPoint, 'SVC_OUTBOUND_ALLOW', {
    side: 'both',
    default: 'public addresses over https, port 443',
    summary:
      'Origins inside your network that may be fetched although a user or a plugin wrote the address, with commas between: `http://models.internal:8000`',
  }),
  contribute(settingsPoint, 'SVC_OUTBOUND_PROXY', {
    side: 'both',
    default: 'requests are refused where HTTPS_PROXY is set',
    summary:
      'Where HTTPS_PROXY is set: `use` sends requests to addresses that a user or a plugin wrote through the proxy, which then decides what may be reached; `skip` connects directly, to public addresses only',
  }),
];

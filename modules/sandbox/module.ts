import { defineModule } from 'svc-registry/kernel';

export default defineModule({
  id: 'sandbox',
  api: '^1.0.0',
  summary: 'Programs that others wrote, run in isolation',
  requires: ['outbound'],
});

import { connect } from 'node:net';
import { once } from 'node:events';
import { contribute, readinessPoint, type ReadinessCheck } from 'svc-registry/kernel';

export class MailServer implements ReadinessCheck {
  async check() {
    const socket = connect(25, 'mail.example.com');
    await once(socket, 'connect'); // throws when it cannot be reached
    socket.destroy();
  }
}

export const contribution = contribute(
  readinessPoint,
  'poll.mail',
  { summary: 'The mail server' },
  () => Promise.resolve(MailServer),
);

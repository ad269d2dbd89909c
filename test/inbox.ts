/** A mail server on the loopback address. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  readonly messageId: string;
  /** The addresses of the envelope. */
  readonly to: readonly string[];
  /** Lines of the header, unfolded. */
  readonly headers: readonly string[];
  readonly text: string;
  /** Whether it came through TLS. */
  readonly secure: boolean;
}

/** What the mail server answers: `undefined` takes it, a number is the reply that refuses it, `hang` is silence. */
export type Answer = number | 'hang' | undefined;

function received(raw: string, { envelope, secure }: SMTPServerSession): ReceivedMail {
  const to = envelope.rcptTo.map(({ address }) => address);
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const header = (name: string) =>
    headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const body = raw.slice(end + 4).replaceAll('\r\n', '\n');
  const isQuoted = header('Content-Transfer-Encoding') === 'quoted-printable';
  return {
    to,
    headers,
    secure,
    messageId: header('Message-ID'),
    text: isQuoted ? unquoted(body) : body,
  };
}

const unquoted = (body: string): string =>
  decodeURIComponent(
    body
      .replace(/=\n/g, '')
      .replaceAll('%', '%25')
      .replace(/=([0-9A-F]{2})/g, '%$1'),
  );

/** A mail server that keeps what it takes. */
export class Inbox {
  readonly mails: ReceivedMail[] = [];
  /** How it answers a connection, an address and a message from now on. */
  readonly answers: { connection?: Answer; address?: Answer; message?: Answer; login?: Answer } =
    {};
  /** What it says when it refuses. */
  says = '5.1.1 No such mailbox here';
  /** Milliseconds that it takes to answer a message. */
  pause = 0;
  #server: SMTPServer | undefined;
  #port = 0;

  private constructor(private readonly options: SMTPServerOptions) {}

  static async open(options: SMTPServerOptions = {}): Promise<Inbox> {
    const inbox = new Inbox(options);
    await inbox.start();
    return inbox;
  }

  get port(): number {
    return this.#port;
  }

  /** The settings of a server that sends through it, with these options of nodemailer. */
  env(options = ''): Record<'SVC_SMTP_URL' | 'SVC_MAIL_FROM', string> {
    return {
      SVC_SMTP_URL: `smtp://127.0.0.1:${this.port}${options}`,
      SVC_MAIL_FROM: 'Plugins <svc@svc.example.com>',
    };
  }

  /** Starts it again on its port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      allowInsecureAuth: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      onConnect: (_session, done) => {
        this.#answer(this.answers.connection, done);
      },
      onAuth: ({ username }, _session, done) => {
        this.#answer(this.answers.login, (error) => {
          if (error) done(error);
          else done(null, { user: username });
        });
      },
      onRcptTo: (_address, _session, done) => {
        this.#answer(this.answers.address, done);
      },
      onData: (stream, session, done) => {
        const taken = text(stream).then((raw) => {
          if (this.answers.message === undefined) this.mails.push(received(raw, session));
          setTimeout(() => {
            this.#answer(this.answers.message, done);
          }, this.pause);
        });
        // a message that broke off is none
        taken.catch(done);
      },
      ...this.options,
    });
    // clients that are killed
    server.on('error', () => undefined);
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  /** Ends it as a crash would: connections break off. */
  async stop(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = new Promise<void>((done) => {
      server.close(done);
    });
    for (const connection of server.connections) connection._socket.destroy();
    await closed;
  }

  #answer(given: Answer, done: (error?: Error | null) => void): void {
    if (given === 'hang') return;
    if (given === undefined) done();
    else done(Object.assign(new Error(this.says), { responseCode: given }));
  }
}

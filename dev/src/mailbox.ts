import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { LOOPBACK } from './ports.ts';

/** A received mail. */
export interface Mail {
  id: string;
  receivedAt: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** The mail of this machine: an SMTP server that delivers nothing. */
export interface Mailbox {
  port: number;
  /** Newest first; `to` selects one recipient. */
  list(to?: string): Mail[];
  find(id: string): Mail | undefined;
  stop(): Promise<void>;
}

/** Older mails are dropped. */
const maxMails = 200;

const addressesOf = (given: ParsedMail['to']): string =>
  [given ?? []]
    .flat()
    .map(({ text }) => text)
    .join(', ');

const mailOf = (id: number, { from, to, subject, text, html }: ParsedMail): Mail => ({
  id: String(id),
  receivedAt: new Date().toISOString(),
  from: from?.text ?? '',
  to: addressesOf(to),
  subject: subject ?? '',
  text: text ?? '',
  html: html || '',
});

/** Starts a {@link Mailbox}; port 0 is any free port. The mails are kept in memory. */
export async function startMailbox(port = 0): Promise<Mailbox> {
  const mails: Mail[] = [];
  let count = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData(stream, _session, done) {
      simpleParser(stream, { skipImageLinks: true }).then((mail) => {
        mails.unshift(mailOf((count += 1), mail));
        mails.length = Math.min(mails.length, maxMails);
        done();
      }, done);
    },
  });
  // An aborted connection is the sender's concern.
  server.on('error', () => undefined);
  server.listen(port, LOOPBACK);
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    list: (to) => mails.filter((mail) => to === undefined || mail.to.includes(to)),
    find: (id) => mails.find((mail) => mail.id === id),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

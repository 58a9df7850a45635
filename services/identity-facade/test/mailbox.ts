import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import type { ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** An SMTP server that keeps the mails that it receives. */
export interface SmtpMailbox {
  port: number;
  mails: ParsedMail[];
  /** Answers the next `DATA` with this error, once per call. */
  failNext(responseCode: number, message: string): void;
  /** Accepts the next mail, and breaks the connection before it confirms it. */
  loseNextAnswer(): void;
  stop(): Promise<void>;
}

/** Starts {@link SmtpMailbox}. */
export async function startSmtpMailbox(): Promise<SmtpMailbox> {
  const mails: ParsedMail[] = [];
  const failures: Error[] = [];
  let losses = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    async onData(stream, _session, callback) {
      const mail = await simpleParser(stream);
      const failure = failures.shift();
      if (failure) return callback(failure);
      mails.push(mail);
      if (losses === 0) return callback();
      losses -= 1;
      for (const connection of (server as unknown as { connections: Set<{ close(): void }> })
        .connections)
        connection.close();
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    mails,
    failNext: (responseCode, message) =>
      void failures.push(Object.assign(new Error(message), { responseCode })),
    loseNextAnswer: () => void (losses += 1),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The SMTP server for outgoing mail. */
export interface SmtpOptions {
  /** Empty: no mail is sent. */
  host: string;
  port: number;
  security: string;
  username: string;
  password: string;
  timeoutMs: number;
  maxConnections: number;
}

/** A mail with its envelope. */
export interface OutgoingMail {
  messageId: string;
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  html: string;
  text: string;
}

export interface Smtp {
  isEnabled: boolean;
  /** Returns the server's response. @throws MailFailed */
  send(mail: OutgoingMail): Promise<string>;
  close(): void;
}

/** A mail that the server did not accept. */
export class MailFailed extends Error {
  readonly kind: 'rejected' | 'temporary' | 'timeout' | 'unreachable';
  /** The enhanced status code of the response (RFC 3463), else the basic one. */
  readonly status: string | undefined;

  constructor(kind: MailFailed['kind'], message: string, status?: string) {
    super(message);
    this.kind = kind;
    this.status = status;
  }
}

interface SmtpError {
  code?: string;
  response?: string;
  responseCode?: number;
  message: string;
}

const kindOf = ({ code, responseCode }: SmtpError): MailFailed['kind'] => {
  if (responseCode !== undefined) return responseCode >= 500 ? 'rejected' : 'temporary';
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable';
};

function failureOf(error: SmtpError): MailFailed {
  const enhanced = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(error.response ?? '')?.[0];
  const status =
    enhanced ?? (error.responseCode === undefined ? undefined : String(error.responseCode));
  return new MailFailed(kindOf(error), error.response ?? error.message, status);
}

/** Opens the pool with the first mail, which loads the library. */
async function openTransport(options: SmtpOptions) {
  const { host, port, security, username, password, timeoutMs, maxConnections } = options;
  const { createTransport } = await import('nodemailer');
  return createTransport({
    pool: true,
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    auth: username === '' ? undefined : { user: username, pass: password },
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxConnections,
    // A template must not read files or fetch URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A pool of connections to the operator's SMTP server. */
export function smtp(options: SmtpOptions): Smtp {
  let transport: ReturnType<typeof openTransport> | undefined;
  return {
    isEnabled: options.host !== '',
    async send({ replyTo, ...mail }) {
      try {
        const { response } = await (
          await (transport ??= openTransport(options))
        ).sendMail({
          ...mail,
          replyTo: replyTo ?? undefined,
          // RFC 3834: prevents automatic replies.
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        });
        return response;
      } catch (error) {
        throw failureOf(error as SmtpError);
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

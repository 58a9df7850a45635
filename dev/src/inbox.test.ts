import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTransport } from 'nodemailer';
import { startInbox } from './inbox.ts';
import { startMailbox } from './mailbox.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import type { Website } from './web-server.ts';

describe('the inbox', () => {
  let mailbox: Mailbox;
  let inbox: Website;
  beforeAll(async () => {
    mailbox = await startMailbox();
    inbox = await startInbox(mailbox, { port: 0 });
    const transport = createTransport({ host: '127.0.0.1', port: mailbox.port, ignoreTLS: true });
    for (const name of ['ada', 'bo'])
      await transport.sendMail({
        from: 'Acme <no-reply@acme.example>',
        to: `${name}@example.com`,
        subject: `A code for ${name}`,
        text: 'Your code is 123456.',
        html: `<p onclick="alert(1)">Your code is <b>123456</b>.</p>`,
      });
    transport.close();
  });
  afterAll(() => Promise.all([mailbox.stop(), inbox.stop()]));

  const read = async (path: string) => {
    const answer = await fetch(`${inbox.url}${path}`);
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  it('lists sent e-mails, newest first', async () => {
    const { text } = await read('/');
    expect(text.indexOf('A code for bo')).toBeGreaterThan(0);
    expect(text.indexOf('A code for bo')).toBeLessThan(text.indexOf('A code for ada'));
  });

  it('returns the e-mails to one recipient', async () => {
    const mails = JSON.parse((await read('/api/mails?to=ada@example.com')).text) as Mail[];
    expect(mails).toMatchObject([{ to: 'ada@example.com', text: 'Your code is 123456.' }]);
  });

  it('shows an e-mail without running its markup', async () => {
    const [mail] = mailbox.list('bo@example.com');
    expect((await read(`/mails/${mail?.id}`)).text).toContain(`src="/mails/${mail?.id}/html"`);
    const { headers, text } = await read(`/mails/${mail?.id}/html`);
    expect(text).toContain('<b>123456</b>');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('content-security-policy')).toContain('sandbox');
  });

  it('reports a missing e-mail', async () => {
    expect((await read('/mails/99')).status).toBe(404);
  });
});

import type { ServerResponse } from 'node:http';
import type { Mail, Mailbox } from './mailbox.ts';
import { devPage, devPages, sendHtml, startWebsite } from './web-server.ts';
import type { WebAddress, Website } from './web-server.ts';

const shownMail = (mail: Mail) => ({
  ...mail,
  at: new Date(mail.receivedAt).toLocaleTimeString('en', { hour12: false }),
});

/** Lets a mail display as intended, and do nothing else. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; sandbox allow-popups allow-top-navigation-by-user-activation";

const sendJson = (res: ServerResponse, body: unknown): void => {
  res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
};

const notFound = devPage({ template: 'problem', title: 'Page not found', status: 404 });

/** Serves the inbox: a list that refreshes itself, each mail as its reader sees it, and `/api/mails?to=` for tests. */
export function startInbox(
  mailbox: Pick<Mailbox, 'list' | 'find'>,
  address: WebAddress,
): Promise<Website> {
  const pages = devPages();

  function showMail(res: ServerResponse, id: string | undefined, part: string | undefined): void {
    const mail = mailbox.find(id ?? '');
    if (!mail) return sendHtml(res, pages.render(notFound));
    if (part === 'html')
      return void res
        .writeHead(200, {
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': mailPolicy,
        })
        .end(`<base target="_top">${mail.html}`);
    const answer = pages.render(
      devPage({ template: 'mail', title: mail.subject, data: { mail: shownMail(mail) } }),
    );
    const policy = String(answer.headers?.['content-security-policy']);
    const headers = { ...answer.headers, 'content-security-policy': `${policy}; frame-src 'self'` };
    return sendHtml(res, { ...answer, headers });
  }

  return startWebsite(pages, address, ({ res, url, path: [first, second, third] }) => {
    const to = url.searchParams.get('to') ?? undefined;
    if (first === 'api') return sendJson(res, mailbox.list(to));
    if (first === 'mails') return showMail(res, second, third);
    if (first !== undefined) return sendHtml(res, pages.render(notFound));
    const mails = mailbox.list(to).map(shownMail);
    const lead = 'All e-mail that this platform sends is shown here.';
    return sendHtml(
      res,
      pages.render(devPage({ template: 'inbox', title: 'Inbox', lead, data: { mails } })),
    );
  });
}

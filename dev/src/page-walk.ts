import { formBrowser } from './form-browser.ts';
import type { FormBrowser, FormPage } from './form-browser.ts';

const maxPages = 10;

/** A person's input on the pages of a sign-in. */
export interface SignInPerson {
  email: string;
  password: string;
  agrees: boolean;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
const headingOf = ({ html }: FormPage): string =>
  textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '');
const documentsOn = ({ html }: FormPage): string[] =>
  [
    ...(/<ul class="documents">(.*?)<\/ul>/s.exec(html)?.[1] ?? '').matchAll(/<li>(.*?)<\/li>/gs),
  ].map(([, item = '']) => textOf(item));

/** Fills in the fields of the page; undefined if the person stops, or there are none. */
function fillIn(
  browser: FormBrowser,
  page: FormPage,
  { email, password, agrees }: SignInPerson,
): Promise<FormPage> | undefined {
  const asksFor = (name: string): boolean => page.html.includes(`name="${name}"`);
  if (asksFor('identifier')) return browser.send(page, { identifier: email });
  if (asksFor('password')) return browser.send(page, { password });
  if (documentsOn(page).length > 0)
    return agrees ? browser.send(page, { action: 'accept' }) : undefined;
  if (asksFor('decision')) return browser.send(page, { decision: 'allow' });
  return undefined;
}

/** Signs in to an application page by page, and describes each page. */
export async function walkPages(
  start: URL,
  person: SignInPerson,
  { say, fetch }: { say: (line: string) => void; fetch?: typeof globalThis.fetch },
): Promise<void> {
  const browser = formBrowser(fetch);
  let page = await browser.open(start);
  for (let count = 0; count < maxPages; count += 1) {
    say([headingOf(page), ...documentsOn(page).map((title) => `  ${title}`)].join('\n'));
    const next = fillIn(browser, page, person);
    if (!next) return;
    page = await next;
  }
  throw new Error(`The sign-in did not complete after ${maxPages} pages`);
}

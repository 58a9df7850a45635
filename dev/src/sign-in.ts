import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { formBrowser } from './form-browser.ts';
import type { FormBrowser, FormPage } from './form-browser.ts';
import { DEFAULT_DATA_DIR } from './platform.ts';
import type { Ready } from './platform.ts';

const USAGE = `npm run sign-in -- --email EMAIL --password PASSWORD [options]
  --tenant SLUG   tenant of the demo application to sign in to (default: demo)
  --agree         agree to legal documents; without it the sign-in ends where they are shown
  --data DIR      data folder of the platform (default: .platform)`;

const maxPages = 10;

/** What a person does on the pages of a sign-in. */
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

/** Fills in what the page asks for; undefined where the person stops, or nothing is asked. */
function fillIn(
  browser: FormBrowser,
  page: FormPage,
  { email, password, agrees }: SignInPerson,
): Promise<FormPage> | undefined {
  const asksFor = (name: string): boolean => page.html.includes(`name="${name}"`);
  if (asksFor('identifier')) return browser.send(page, 'identifier', email);
  if (asksFor('password')) return browser.send(page, 'password', password);
  if (documentsOn(page).length > 0)
    return agrees ? browser.send(page, 'action', 'accept') : undefined;
  if (asksFor('decision')) return browser.send(page, 'decision', 'allow');
  return undefined;
}

/** Signs in to an application page by page, and says what each page shows. */
export async function signInTo(
  start: URL,
  person: SignInPerson,
  say: (line: string) => void,
): Promise<void> {
  const browser = formBrowser();
  let page = await browser.open(start);
  for (let count = 0; count < maxPages; count += 1) {
    say([headingOf(page), ...documentsOn(page).map((title) => `  ${title}`)].join('\n'));
    const next = fillIn(browser, page, person);
    if (!next) return;
    page = await next;
  }
  throw new Error(`the sign-in did not end after ${maxPages} pages`);
}

/** `npm run sign-in`. Returns the exit code. */
export async function main(args: readonly string[], say = console.log): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      email: { type: 'string' },
      password: { type: 'string' },
      tenant: { type: 'string', default: 'demo' },
      agree: { type: 'boolean', default: false },
      data: { type: 'string', default: DEFAULT_DATA_DIR },
    },
  });
  const { email, password, tenant, agree } = values;
  const readyFile = join(resolve(values.data), 'ready.json');
  if (!email || !password) {
    say(USAGE);
    return 2;
  }
  if (!existsSync(readyFile)) {
    say(`No platform runs in ${values.data}: run npm start first.`);
    return 1;
  }
  const { application } = JSON.parse(readFileSync(readyFile, 'utf8')) as Ready;
  await signInTo(
    new URL(`${application}/${tenant}/sign-in`),
    { email, password, agrees: agree },
    say,
  );
  return 0;
}

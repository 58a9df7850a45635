import { loginFlowTemplates } from '@platform/login-flow';
import type { Page } from 'playwright-core';
import { newId } from '@platform/kit/ids';
import { eventually } from '@platform/testkit/eventually';
import { linkIntents } from '../../services/hub/src/account/link-intents.ts';
import type { LoginHub } from '../../services/hub/test/login-hub.ts';

export const password = 'correct horse battery staple';

/** A client whose logins run this template; its own name isolates tests. */
export function clientWithTemplate(hub: LoginHub, template: string, id = template) {
  const found = loginFlowTemplates.find((one) => one.id === template);
  if (!found) throw new Error(`no template ${template}`);
  hub.around.identityFacade.setExperience(id, { definition: found.definition });
  return { id, name: 'Ledger', isFirstParty: true, logoUri: null, tosUri: null, policyUri: null };
}

const originOf = (hub: LoginHub): string => `http://localhost:${hub.pod.httpPort}`;
/** A page that is still on its way elsewhere, after a login that has ended, arrives first. */
async function visit(hub: LoginHub, page: Page, path: string): Promise<void> {
  await eventually(() =>
    page.goto(originOf(hub) + path).catch((error: Error) => {
      if (error.message.includes('interrupted by another navigation')) return undefined;
      throw error;
    }),
  );
}

/** Opens a login in a browser, on the identifier page. */
export async function open(hub: LoginHub, page: Page, more: object = {}): Promise<string> {
  const uid = hub.request(more);
  await visit(hub, page, `/login/${uid}`);
  return uid;
}

/** Submits the identifier, and waits for the next page. */
export async function submitIdentifier(
  page: Page,
  identifier: string,
  timeout = 30_000,
): Promise<void> {
  await page.fill('[name=identifier]', identifier, { timeout });
  const loaded = page.waitForEvent('load', { timeout });
  await page.click('main button.primary', { timeout });
  await loaded;
}

const sendPassword = async (page: Page, value = password): Promise<void> => {
  await page.fill('[name=password]', value);
  await page.click('main button.primary');
};

const choose = async (page: Page, method: string): Promise<void> => {
  await page.click(`[name=method][value=${method}]`);
  await page.waitForSelector('h1');
};

let count = 0;
const newEmail = (): string => `ada${(count += 1)}@example.com`;

/** An intent to accept an invitation, as the identity service has it made. */
async function mintIntent(
  hub: LoginHub,
  { outcome = 'PENDING', userId }: { outcome?: 'PENDING' | 'EXPIRED'; userId?: string },
): Promise<string> {
  const { tenantId, pod, around } = hub;
  const invitationId = newId('invitation');
  around.directory.setInvitation(invitationId, {
    outcome,
    organizationName: 'Analytical Engines',
    emailMasked: 'a***@example.com',
  });
  const intents = linkIntents({ returnHosts: new Set(), issuerOf: async () => originOf(hub) });
  const context = { tenantId, actor: { type: 'system', id: 'test' } } as const;
  const made = await pod.platform.db.transact(context, (tx) =>
    intents.mint(tx, {
      invitationId,
      organizationId: newId('organization'),
      email: 'ada@example.com',
      userId,
      expiresInSeconds: 900,
    }),
  );
  return made.intentToken;
}

/** Asks a signed-in user about an invitation. */
async function invited(
  hub: LoginHub,
  page: Page,
  invitation: Parameters<typeof mintIntent>[1],
): Promise<void> {
  const linkIntent = await mintIntent(hub, invitation);
  const userId = hub.person('ada@example.com', { password });
  const session = { id: 's', userId, acr: null, amr: [], authTime: null, factors: [] };
  await open(hub, page, {
    prompt: 'invitation',
    linkIntent,
    session: { ...session, organizationId: null },
  });
}

/** Every page in every state, by name: how to come to it. */
export const states: Record<string, (hub: LoginHub, page: Page) => Promise<void>> = {
  identify: async (hub, page) => void (await open(hub, page)),
  'identify-wrong': async (hub, page) => {
    await open(hub, page, { client: clientWithTemplate(hub, 'passwordless_email') });
    await submitIdentifier(page, 'ada lovelace');
  },
  password: async (hub, page) => {
    hub.person('ada@example.com', { password });
    await open(hub, page);
    await submitIdentifier(page, 'ada@example.com');
  },
  'password-wrong': async (hub, page) => {
    await states['password']!(hub, page);
    await sendPassword(page, 'wrong');
  },
  locked: async (hub, page) => {
    const email = newEmail();
    hub.around.identityFacade.lock(hub.person(email, { password }), 239_000);
    await open(hub, page);
    await submitIdentifier(page, email);
    await sendPassword(page);
  },
  forgot: async (hub, page) => {
    await states['password']!(hub, page);
    await page.click('.field-top a');
  },
  'reset-code': async (hub, page) => {
    await states['forgot']!(hub, page);
    await page.click('main button.primary');
  },
  expired: async (hub, page) => {
    const email = newEmail();
    hub.person(email, { password, mustChange: true });
    await open(hub, page);
    await submitIdentifier(page, email);
    await sendPassword(page);
  },
  'email-code': async (hub, page) => {
    const email = newEmail();
    hub.person(email);
    await open(hub, page, { client: clientWithTemplate(hub, 'passwordless_email') });
    await submitIdentifier(page, email);
  },
  'email-code-wrong': async (hub, page) => {
    await states['email-code']!(hub, page);
    await page.fill('[name=code]', '111111');
    await page.waitForSelector('.error');
  },
  'magic-link': async (hub, page) => {
    await states['email-code']!(hub, page);
    await page.click('.ways-out a');
    await choose(page, 'magic_link');
  },
  totp: async (hub, page) => {
    const email = newEmail();
    hub.person(email, { password, totp: '135790', recoveryCodes: ['k7vq1-m2xw1'] });
    await open(hub, page, { acrValues: ['aal2'] });
    await submitIdentifier(page, email);
    await sendPassword(page);
    await page.waitForSelector('[name=code]');
  },
  methods: async (hub, page) => {
    await states['totp']!(hub, page);
    await page.click('.ways-out a');
  },
  'recovery-code': async (hub, page) => {
    await states['methods']!(hub, page);
    await choose(page, 'recovery_code');
  },
  passkey: async (hub, page) => {
    const email = newEmail();
    hub.person(email, { password, passkeys: ['x'] });
    await open(hub, page, { client: clientWithTemplate(hub, 'passkey_first') });
    await submitIdentifier(page, email);
  },
  enroll: async (hub, page) => {
    const email = newEmail();
    hub.person(email, { password });
    await open(hub, page, { client: clientWithTemplate(hub, 'password_required_mfa') });
    await submitIdentifier(page, email);
    await sendPassword(page);
    await page.waitForSelector('.method');
  },
  'enroll-totp': async (hub, page) => {
    await states['enroll']!(hub, page);
    await choose(page, 'totp');
  },
  'enroll-passkey': async (hub, page) => {
    await states['enroll']!(hub, page);
    await choose(page, 'passkey');
  },
  'recovery-codes': async (hub, page) => {
    await states['enroll-totp']!(hub, page);
    await page.fill('[name=code]', '246802');
    await page.waitForSelector('.codes');
  },
  'sign-up': async (hub, page) => {
    await open(hub, page, { client: clientWithTemplate(hub, 'passwordless_email') });
    await page.click('button.link');
  },
  consent: async (hub, page) => {
    const userId = hub.person('ada@example.com', { password });
    const session = { id: 's', userId, acr: null, amr: [], authTime: null, factors: [] };
    await open(hub, page, {
      prompt: 'consent',
      session: { ...session, organizationId: null },
      scopes: ['openid', 'profile', 'email', 'offline_access'],
    });
  },
  disabled: async (hub, page) => {
    const email = newEmail();
    hub.person(email, { password }, { status: 'suspended' });
    await open(hub, page);
    await submitIdentifier(page, email);
    await sendPassword(page);
  },
  'too-many-attempts': async (hub, page) => {
    await states['password']!(hub, page);
    for (let tries = 0; tries < 5; tries += 1) await sendPassword(page, 'wrong');
  },
  gone: (hub, page) => visit(hub, page, '/login/unknown'),
  'other-browser': (hub, page) => visit(hub, page, '/login/unknown/link?token=x'),
  start: (hub, page) => visit(hub, page, '/'),
  'no-page': (hub, page) => visit(hub, page, '/elsewhere/settings'),
  report: (hub, page) => visit(hub, page, `/login/report?token=${newId('user')}`),
  reported: async (hub, page) => {
    await states['report']!(hub, page);
    await page.click('main button.primary');
  },
  'report-ended': async (hub, page) => {
    await visit(hub, page, '/login/report?token=x');
    await page.click('main button.primary');
  },
  languages: async (hub, page) => {
    const client = clientWithTemplate(hub, 'password_only', 'languages');
    const definition = loginFlowTemplates.find((one) => one.id === 'password_only')!.definition;
    hub.around.identityFacade.setExperience('languages', {
      definition,
      supportedLocales: ['en', 'de', 'es', 'fr'],
    });
    await open(hub, page, { client });
    await page.click('.languages summary');
  },
  'long-address': async (hub, page) => {
    await open(hub, page);
    await submitIdentifier(page, 'augusta.ada.lovelace@analytical.example.com');
  },
  'unknown-application': (hub, page) => visit(hub, page, '/oauth2/authorize?client_id=nobody'),
  'signed-out': (hub, page) => visit(hub, page, '/oauth2/logout/success'),
  device: (hub, page) => visit(hub, page, '/activate'),
  // As a browser shows it that runs no script, or until it has loaded.
  'device-link': async (hub, page) => {
    await page.route('**/pages-*.js', (route) => route.abort());
    await visit(hub, page, '/activate?user_code=BCDF-GHJK');
  },
  'device-wrong': async (hub, page) => {
    await states['device']!(hub, page);
    await page.fill('[name=user_code]', 'BBBB-BBBB');
    await page.click('main button.primary');
    await page.waitForSelector('.error');
  },
  'device-confirm': async (hub, page) => {
    const answer = await fetch(`${originOf(hub)}/oauth2/device_authorization`, {
      method: 'POST',
      headers: { 'user-agent': 'Television/1.0 (living room)' },
      body: new URLSearchParams({ client_id: 'platform-cli', scope: 'openid profile email' }),
    });
    const { user_code: code } = (await answer.json()) as { user_code: string };
    await states['device']!(hub, page);
    await page.fill('[name=user_code]', code);
    await page.click('main button.primary');
    await page.waitForSelector('.big-code');
  },
  social: async (hub, page) => {
    const client = clientWithTemplate(hub, 'social_first', 'social');
    const definition = loginFlowTemplates.find((one) => one.id === 'social_first')!.definition;
    hub.around.identityFacade.setExperience('social', {
      definition,
      look: { showPoweredBy: true },
      connectors: ['Google', 'Microsoft', 'Apple', 'GitHub', 'Acme ID'].map((displayName) => ({
        provider: displayName.toLowerCase().replace(' ', '-'),
        displayName,
        iconUrl: '',
      })),
    });
    await open(hub, page, { client });
  },
  invitation: (hub, page) => invited(hub, page, {}),
  'invitation-other-account': (hub, page) => invited(hub, page, { userId: newId('user') }),
  'invitation-expired': (hub, page) => invited(hub, page, { outcome: 'EXPIRED' }),
  'invitation-sign-in': async (hub, page) => {
    const linkIntent = await mintIntent(hub, {});
    await open(hub, page, { linkIntent });
  },
  split: async (hub, page) => {
    const client = clientWithTemplate(hub, 'password_only', 'split');
    const definition = loginFlowTemplates.find((one) => one.id === 'password_only')!.definition;
    hub.around.identityFacade.setExperience('split', {
      definition,
      look: { layout: 'split_left' },
    });
    await open(hub, page, { client });
  },
};

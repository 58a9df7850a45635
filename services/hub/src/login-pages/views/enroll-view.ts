import { encode } from 'uqr';
import type { Login } from '../../login/steps/login-step.ts';
import { methodsShown } from '../../login/methods/offered-methods.ts';
import { methodList } from './authenticate-view.ts';
import { loginFields } from './fields.ts';
import { freshView, loginForm } from './login-form.ts';
import type { WayOut } from './login-form.ts';
import type { PageContext, PageParts } from '../frame/page-context.ts';
import { shownRecoveryCodes } from '../recovery-codes-file.ts';

const waysOutOf = ({ t, path }: PageContext, login: Login): WayOut[] => [
  ...(methodsShown(login).length > 1 && login.progress.method
    ? [{ text: t('login.other_ways'), href: `${path}?view=methods` }]
    : []),
  ...(login.ask?.outcomes.includes('skipped')
    ? [{ text: t('login.enroll.later'), action: 'skip' }]
    : []),
];

const recoveryCodesPage = (
  { t, path }: PageContext,
  codes: readonly string[],
  form: object,
): PageParts => ({
  template: 'login-recovery-codes',
  title: t('login.recovery_codes.title'),
  lead: t('login.recovery_codes.lead'),
  data: { ...form, codes, downloadHref: `${path}/recovery-codes` },
});

/** Codes that were created with another method: the person confirms that they are saved. */
function recoveryCodes(context: PageContext, login: Login, codes: readonly string[]): PageParts {
  const button = context.t('login.recovery_codes.saved');
  const form = loginForm(context, login, { action: 'saved', button, showsAccount: false });
  return recoveryCodesPage(context, codes, form);
}

/** Codes that the person chose as a method: they type one of them. */
function chosenRecoveryCodes(context: PageContext, login: Login, codes: readonly string[]) {
  const { t } = context;
  const field = { ...loginFields(t).recoveryCode(), label: t('login.recovery_codes.one') };
  const form = loginForm(context, login, {
    action: 'confirm',
    button: t('action.continue'),
    fields: [field],
    waysOut: waysOutOf(context, login),
    showsAccount: false,
  });
  return recoveryCodesPage(context, codes, form);
}

/** Draws a QR code as an SVG path, one unit per module. The border and the page's padding form the quiet zone (ISO/IEC 18004). */
function qrCode(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { size, path: modules.join('') };
}

function totp(context: PageContext, login: Login): PageParts {
  const { t, brand } = context;
  const shown = login.progress.challenge?.shown ?? {};
  const secret = String(shown['secret'] ?? '');
  const label = encodeURIComponent(`${brand.name}:${login.progress.identifier ?? ''}`);
  const uri =
    typeof shown['uri'] === 'string'
      ? shown['uri']
      : `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(brand.name)}`;
  return {
    template: 'login-totp-setup',
    title: t('login.enroll.totp_title'),
    lead: t('login.enroll.totp_lead'),
    data: {
      ...loginForm(context, login, {
        action: 'confirm',
        button: t('action.continue'),
        fields: [{ ...loginFields(t).code(), label: t('login.enroll.totp_code') }],
        waysOut: waysOutOf(context, login),
        showsAccount: false,
      }),
      qr: qrCode(uri),
      secret: secret.replace(/(.{4})(?=.)/g, '$1 '),
      uri,
    },
  };
}

function passkey(context: PageContext, login: Login): PageParts {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('login.enroll.passkey_title'),
    lead: t('login.enroll.passkey_lead'),
    data: {
      ...loginForm(context, login, {
        action: 'confirm',
        button: t('login.enroll.passkey_create'),
        waysOut: waysOutOf(context, login),
      }),
      passkey: {
        kind: 'create',
        options: JSON.stringify(login.progress.challenge?.shown ?? {}),
        action: 'confirm',
      },
    },
  };
}

function password(context: PageContext, login: Login): PageParts {
  const { t } = context;
  return {
    template: 'login-form',
    title: t('login.enroll.password_title'),
    data: loginForm(context, login, {
      action: 'confirm',
      button: t('login.new_password.save'),
      fields: [loginFields(t).newPassword(login.experience.passwordMinLength)],
      waysOut: waysOutOf(context, login),
    }),
  };
}

/** The page of an `enroll` step. */
export function enrollView(context: PageContext, login: Login, isChoosing: boolean): PageParts {
  const { t, path } = context;
  const { recoveryCodes: created, method } = login.progress;
  if (created) return recoveryCodes(context, login, created);
  if (method && !isChoosing) {
    if (method === 'totp') return totp(context, login);
    if (method === 'password') return password(context, login);
    if (method !== 'recovery_code') return passkey(context, login);
    const codes = shownRecoveryCodes(login.progress);
    if (codes) return chosenRecoveryCodes(context, login, codes);
  }
  const back: WayOut[] = method ? [{ text: t('login.back'), href: freshView(path) }] : [];
  return {
    template: 'login-methods',
    title: t('login.enroll.title'),
    lead: t('login.enroll.lead'),
    data: {
      ...loginForm(context, login, {
        action: 'method',
        button: '',
        waysOut: [...back, ...waysOutOf(context, { ...login, progress: {} })],
        showsAccount: false,
      }),
      methods: methodList(context, methodsShown(login), 'set_up'),
    },
  };
}

import { problem } from '@platform/kit/problem';
import type { Login } from '../login/steps/login-step.ts';
import type { LoginSurfaceOptions } from './login-surface-options.ts';
import type { PageContext } from './frame/page-context.ts';
import { visitContext } from './visits/visit-page.ts';
import type { Visit } from './visits/visit.ts';

/** The recovery codes on the page of a login, created with another method or chosen as a method. */
export function shownRecoveryCodes({
  recoveryCodes,
  method,
  challenge,
}: Login['progress']): readonly string[] | undefined {
  if (recoveryCodes) return recoveryCodes;
  const codes = method === 'recovery_code' ? challenge?.shown['recoveryCodes'] : undefined;
  return Array.isArray(codes) ? (codes as string[]) : undefined;
}

function fileText(
  { t, brand }: PageContext,
  { progress: { identifier } }: Login,
  codes: readonly string[],
): string {
  const lines = [
    t('login.recovery_codes.file_title', { tenant: brand.name }),
    ...(identifier ? [t('login.recovery_codes.file_account', { account: identifier })] : []),
    t('login.recovery_codes.file_note'),
    '',
    ...codes,
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** Sends the codes as a file, so that they can be saved without JavaScript. Available only while the page shows them. */
export async function sendRecoveryCodes(options: LoginSurfaceOptions, visit: Visit): Promise<void> {
  const { request, browser, req, res } = visit;
  const login = await options.logins.open(request, browser);
  const codes = shownRecoveryCodes(login.progress);
  if (!codes) throw problem('not_found');
  const body = Buffer.from(fileText(await visitContext(options, visit, login), login, codes));
  res.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="recovery-codes.txt"',
    'content-length': body.length,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  res.end(req.method === 'HEAD' ? undefined : body);
}

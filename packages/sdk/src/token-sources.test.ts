import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { testApi } from './test-api.ts';
import type { ReceivedRequest } from './test-api.ts';
import { clientCredentials, deviceTokens, refreshedTokens } from './token-sources.ts';

const issuer = 'https://acme.id.example.com';
const metadata = {
  issuer,
  token_endpoint: `${issuer}/oauth2/token`,
  device_authorization_endpoint: `${issuer}/oauth2/device`,
};
const refusal = (error: string) => Response.json({ error }, { status: 400 });

/** An issuer whose token endpoint gives these answers in turn. */
function issuerWith(...answers: ((form: URLSearchParams, n: number) => object | Response)[]) {
  const forms: URLSearchParams[] = [];
  const { fetch, received } = testApi(({ url, body }: ReceivedRequest) => {
    if (url.endsWith('openid-configuration')) return Response.json(metadata);
    const form = new URLSearchParams(String(body));
    if (url.endsWith('/device'))
      return Response.json({
        device_code: 'dc',
        user_code: 'ABCD',
        verification_uri: `${issuer}/device`,
        expires_in: 600,
        interval: 1,
      });
    forms.push(form);
    const answer = answers[Math.min(forms.length, answers.length) - 1]!(form, forms.length);
    return answer instanceof Response ? answer : Response.json(answer);
  });
  return { fetch, forms, received };
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

describe('clientCredentials', () => {
  const secret = { issuer, clientId: 'app:1', clientSecret: 's e', scope: 'tenant:users.read' };

  it('requests one token for calls at the same time, and keeps it', async () => {
    const { fetch, forms, received } = issuerWith((_, n) => ({
      access_token: `t${n}`,
      expires_in: 600,
    }));
    const token = clientCredentials({ ...secret, fetch });
    expect(await Promise.all([token({}), token({}), token({})])).toEqual(['t1', 't1', 't1']);
    vi.advanceTimersByTime(500_000);
    expect(await token({})).toBe('t1');
    expect(forms).toHaveLength(1);
    expect(String(forms[0])).toBe('grant_type=client_credentials&scope=tenant%3Ausers.read');
    expect(received[1]?.headers.get('authorization')).toBe(`Basic ${btoa('app%3A1:s+e')}`);
  });

  it('renews early without a wait, and after the end with one', async () => {
    const { fetch } = issuerWith((_, n) => ({ access_token: `t${n}`, expires_in: 600 }));
    const token = clientCredentials({ ...secret, fetch });
    await token({});
    vi.advanceTimersByTime(550_000);
    expect(await token({})).toBe('t1');
    await vi.waitFor(async () => expect(await token({})).toBe('t2'));
    vi.advanceTimersByTime(595_000);
    expect(await token({})).toBe('t3');
  });

  it('replaces a token that the API rejects', async () => {
    const { fetch, forms } = issuerWith((_, n) => ({ access_token: `t${n}`, expires_in: 600 }));
    const token = clientCredentials({ ...secret, fetch });
    await token({});
    expect(await Promise.all([token({ rejected: 't1' }), token({ rejected: 't1' })])).toEqual([
      't2',
      't2',
    ]);
    expect(await token({ rejected: 't1' })).toBe('t2');
    expect(forms).toHaveLength(2);
  });

  it('rejects with the error of the issuer, and tries again with the next call', async () => {
    const { fetch } = issuerWith(
      () => refusal('invalid_client'),
      () => ({ access_token: 't2' }),
    );
    const token = clientCredentials({ ...secret, fetch });
    await expect(token({})).rejects.toMatchObject({ name: 'OAuthError', error: 'invalid_client' });
    expect(await token({})).toBe('t2');
  });

  it('does not use the metadata of another issuer', async () => {
    const { fetch } = issuerWith(() => ({ access_token: 't1' }));
    const token = clientCredentials({ ...secret, issuer: 'https://other.example.com', fetch });
    await expect(token({})).rejects.toThrow(`names the issuer "${issuer}"`);
  });

  it('ends the wait of an aborted caller, not of the others', async () => {
    const { fetch } = issuerWith(() => ({ access_token: 't1' }));
    const token = clientCredentials({ ...secret, fetch });
    const aborted = token({ signal: AbortSignal.abort(new Error('left')) });
    const [first, second] = await Promise.allSettled([aborted, token({})]);
    expect([first, second]).toMatchObject([{ reason: { message: 'left' } }, { value: 't1' }]);
  });
});

describe('refreshedTokens', () => {
  it('uses and stores each new refresh token before its access token', async () => {
    const { fetch, forms } = issuerWith((_, n) => ({
      access_token: `t${n}`,
      expires_in: 600,
      refresh_token: `r${n}`,
    }));
    const stored: string[] = [];
    const onRotate = (next: string) => void stored.push(next);
    const token = refreshedTokens({ issuer, clientId: 'app', refreshToken: 'r0', fetch, onRotate });
    expect(await token({})).toBe('t1');
    expect(await token({ rejected: 't1' })).toBe('t2');
    expect(forms.map((form) => form.get('refresh_token'))).toEqual(['r0', 'r1']);
    expect(forms[0]?.get('client_id')).toBe('app');
    expect(stored).toEqual(['r1', 'r2']);
  });
});

describe('onToken', () => {
  const answer = { access_token: 't1', expires_in: 600, refresh_token: 'r1' };
  const client = { issuer, clientId: 'app' };

  it.each([
    [
      'clientCredentials',
      (more: object) => clientCredentials({ ...client, clientSecret: 's', ...more }),
    ],
    [
      'refreshedTokens',
      (more: object) => refreshedTokens({ ...client, refreshToken: 'r0', ...more }),
    ],
    [
      'deviceTokens',
      (more: object) => deviceTokens({ ...client, onCode: () => undefined, ...more }),
    ],
  ])('of %s reports a token after its refresh token is stored', async (_name, sourceWith) => {
    const { fetch } = issuerWith(() => answer);
    const reported: unknown[] = [];
    const source = sourceWith({
      fetch,
      onRotate: (refreshToken: string) => void reported.push(refreshToken),
      onToken: (...token: unknown[]) => void reported.push(token),
    });
    const used = Promise.resolve(source({})).then((token) => reported.push(token));
    await vi.advanceTimersByTimeAsync(2_000);
    await used;
    expect(reported.filter((one) => one !== 'r1')).toEqual([['t1', 600], 't1']);
    if (_name !== 'clientCredentials') expect(reported[0]).toBe('r1');
  });
});

describe('deviceTokens', () => {
  it('shows the code, waits for the user, then refreshes', async () => {
    const { fetch, forms } = issuerWith(
      () => refusal('authorization_pending'),
      () => refusal('slow_down'),
      () => ({ access_token: 't1', expires_in: 600, refresh_token: 'r1' }),
      () => ({ access_token: 't2', expires_in: 600 }),
    );
    const codes: string[] = [];
    const token = deviceTokens({
      issuer,
      clientId: 'cli',
      fetch,
      onCode: ({ userCode, verificationUri }) => void codes.push(`${userCode} ${verificationUri}`),
    });
    const first = token({});
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await first).toBe('t1');
    expect(codes).toEqual([`ABCD ${issuer}/device`]);
    expect(await token({})).toBe('t1');
    expect(await token({ rejected: 't1' })).toBe('t2');
    expect(forms.at(-1)?.get('grant_type')).toBe('refresh_token');
  });

  it('rejects if the user denies the request', async () => {
    const { fetch } = issuerWith(() => refusal('access_denied'));
    const token = deviceTokens({ issuer, clientId: 'cli', fetch, onCode: () => undefined });
    const refused = token({});
    void vi.advanceTimersByTimeAsync(2000);
    await expect(refused).rejects.toMatchObject({ error: 'access_denied' });
  });
});

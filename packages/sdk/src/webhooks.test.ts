import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signWebhook, verifyWebhook } from './webhooks.ts';

const secret = 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const other = 'whsec_ICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj8=';
const body = '{"id":"evt_1","type":"user.deleted","data":{"user":{"id":"usr_ä"}}}';

const headersOf = (at = new Date(), key = secret) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('evt_1', at, body),
});

describe('verifyWebhook', () => {
  it.each([
    ['headers of Node', { headers: headersOf(), body }],
    ['standard headers', { headers: new Headers(headersOf()), body }],
    ['bytes', { headers: headersOf(), body: new TextEncoder().encode(body) }],
    [
      'a request',
      new Request('https://receiver.example', { method: 'POST', headers: headersOf(), body }),
    ],
  ])('returns the event of %s', async (_, message) => {
    const event = await verifyWebhook(message, { secret });
    expect(event).toEqual(JSON.parse(body));
    // Compiles only if the type narrows the data.
    if (event.type === 'user.deleted') expect(event.data.user.id).toBe('usr_ä');
  });

  it('accepts one valid signature of several, and one of several secrets', async () => {
    const both = headersOf();
    both['webhook-signature'] =
      `v1a,x ${headersOf(new Date(), other)['webhook-signature']} ${both['webhook-signature']}`;
    expect((await verifyWebhook({ headers: both, body }, { secret })).id).toBe('evt_1');
    const message = { headers: headersOf(), body };
    expect((await verifyWebhook(message, { secret: [other, secret] })).id).toBe('evt_1');
  });

  const at = (seconds: number) => headersOf(new Date(Date.now() + seconds * 1000));
  it.each([
    ['another body', headersOf(), `${body} `, 'signature_invalid'],
    ['another secret', headersOf(new Date(), other), body, 'signature_invalid'],
    ['another id', { ...headersOf(), 'webhook-id': 'evt_2' }, body, 'signature_invalid'],
    ['no signature', { ...headersOf(), 'webhook-signature': '' }, body, 'header_missing'],
    [
      'a malformed signature',
      { ...headersOf(), 'webhook-signature': 'v1,%%%' },
      body,
      'signature_invalid',
    ],
    ['an old message', at(-400), body, 'timestamp_out_of_tolerance'],
    ['a message of the future', at(400), body, 'timestamp_out_of_tolerance'],
    [
      'a malformed timestamp',
      { ...headersOf(), 'webhook-timestamp': '1e9' },
      body,
      'timestamp_out_of_tolerance',
    ],
  ])('rejects %s', async (_, headers, text, reason) => {
    const verified = verifyWebhook({ headers, body: text }, { secret });
    await expect(verified).rejects.toMatchObject({ name: 'InvalidWebhook', reason });
  });
});

describe('signWebhook', () => {
  it('signs as the reference implementation does', async () => {
    const at = new Date();
    const timestamp = Math.floor(at.getTime() / 1000);
    expect(await signWebhook({ id: 'evt_1', body, secret, timestamp })).toMatchObject(
      headersOf(at),
    );
  });

  it('signs what verifyWebhook accepts', async () => {
    const headers = await signWebhook({ id: 'evt_1', body, secret });
    expect((await verifyWebhook({ headers, body }, { secret })).id).toBe('evt_1');
  });
});

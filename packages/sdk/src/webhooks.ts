import type { Event, EventDataByType } from './generated/schemas.ts';
import { headerIn } from './message-headers.ts';
import type { MessageHeaders } from './message-headers.ts';

/** An event with the data of its type: `event.type` narrows `event.data`. */
export type WebhookEvent = {
  [T in keyof EventDataByType]: Omit<Event, 'type' | 'data'> & {
    type: T;
    data: EventDataByType[T];
  };
}[keyof EventDataByType];

/** A webhook message: a standard `Request`, or its headers and raw body. */
export type WebhookMessage =
  | Request
  | {
      headers: MessageHeaders;
      body: string | Uint8Array<ArrayBuffer>;
    };

/** How messages are verified. */
export interface WebhookOptions {
  /** The signing secret of the endpoint, `whsec_…`; several during a rotation. */
  secret: string | readonly string[];
  /** Seconds that the clocks may differ. Default: 300. */
  toleranceSeconds?: number;
}

/** A message that must be rejected with status 401. */
export class InvalidWebhook extends Error {
  override readonly name = 'InvalidWebhook';
  readonly reason: 'header_missing' | 'timestamp_out_of_tolerance' | 'signature_invalid';

  constructor(reason: InvalidWebhook['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

function headerOf({ headers }: WebhookMessage, name: string): string {
  const value = headerIn(headers, name);
  if (value === undefined || value === '')
    throw new InvalidWebhook('header_missing', `the header ${name} is missing`);
  return value;
}

async function bodyOf(message: WebhookMessage): Promise<Uint8Array<ArrayBuffer>> {
  if (message instanceof Request) return new Uint8Array(await message.arrayBuffer());
  return typeof message.body === 'string' ? encoder.encode(message.body) : message.body;
}

async function isSignedWith(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  signatures: readonly string[],
): Promise<boolean> {
  if (!secret.startsWith('whsec_')) throw new TypeError('a webhook secret begins with whsec_');
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = bytesOf(secret.slice('whsec_'.length));
  const verifier = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify']);
  for (const signature of signatures) {
    if (!/^v1,[A-Za-z0-9+/]{43}=$/.test(signature)) continue;
    if (await crypto.subtle.verify('HMAC', verifier, bytesOf(signature.slice(3)), signed))
      return true;
  }
  return false;
}

/** The raw body of a message, once its signature is verified. */
async function verifiedBody(
  message: WebhookMessage,
  { secret, toleranceSeconds = 300 }: WebhookOptions,
): Promise<string> {
  const [id, timestamp, signatures] = [
    headerOf(message, 'webhook-id'),
    headerOf(message, 'webhook-timestamp'),
    headerOf(message, 'webhook-signature').split(' '),
  ];
  const age = /^\d{1,12}$/.test(timestamp) ? Math.abs(Date.now() / 1000 - Number(timestamp)) : NaN;
  if (!(age <= toleranceSeconds))
    throw new InvalidWebhook(
      'timestamp_out_of_tolerance',
      `the timestamp ${timestamp} differs by more than ${toleranceSeconds} seconds`,
    );
  const body = await bodyOf(message);
  const prefix = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(prefix.length + body.length);
  signed.set(prefix);
  signed.set(body, prefix.length);
  for (const one of typeof secret === 'string' ? [secret] : secret)
    if (await isSignedWith(one, signed, signatures)) return new TextDecoder().decode(body);
  throw new InvalidWebhook('signature_invalid', 'no signature matches the message');
}

/**
 * Verifies a message after Standard Webhooks 1.0.0 and returns its event. Pass the raw body: parsed and serialized again, it has
 * another signature. Store `event.id` to detect duplicates.
 * @throws InvalidWebhook if the message is not from the platform, or too old
 * @example const event = await verifyWebhook(request, { secret });
 */
export async function verifyWebhook(
  message: WebhookMessage,
  options: WebhookOptions,
): Promise<WebhookEvent> {
  return JSON.parse(await verifiedBody(message, options)) as WebhookEvent;
}

/** A receiver of events. */
export interface WebhookDefinition extends WebhookOptions {
  /**
   * Stores the event; process it later, because the platform waits for the response. Events are delivered at least once: `event.id`
   * is the same each time. If it throws, the event is delivered again.
   */
  handle: (event: WebhookEvent) => void | Promise<void>;
}

/** The verified body of a request, or the response that refuses it. */
export async function receivedBody(
  request: Request,
  verification: WebhookOptions,
): Promise<string | Response> {
  try {
    return await verifiedBody(request, verification);
  } catch (error) {
    if (error instanceof InvalidWebhook) return new Response(error.message, { status: 401 });
    throw error;
  }
}

/**
 * Makes the handler of a webhook endpoint: it verifies the signature over the raw body, calls `handle`, and responds with 204. For
 * frameworks with requests of their own, pass it to their `serve`.
 * @example
 * const receiver = defineWebhook({ secret, handle: (event) => console.log(event.id, event.type) });
 */
export function defineWebhook({
  handle,
  ...verification
}: WebhookDefinition): (request: Request) => Promise<Response> {
  return async (request) => {
    const body = await receivedBody(request, verification);
    if (typeof body !== 'string') return body;
    await handle(JSON.parse(body) as WebhookEvent);
    return new Response(null, { status: 204 });
  };
}

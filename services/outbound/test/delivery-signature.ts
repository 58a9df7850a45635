import type { Received } from '@platform/testkit/receiver';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

const stripe = new Stripe('sk_test_none');

/** Verifies a delivery with both public libraries, as receivers do. @throws when either rejects it */
export function verifyDelivery({ body, headers }: Received, secret: string): unknown {
  stripe.webhooks.constructEvent(body, headers['x-platform-signature'] as string, secret);
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

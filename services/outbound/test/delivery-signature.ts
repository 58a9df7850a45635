import type { Received } from '@platform/testkit/receiver';
import { Webhook } from 'standardwebhooks';
import Stripe from 'stripe';

const stripe = new Stripe('sk_test_none');

/** Verifies a delivery as receivers do, by both public libraries. Throws when either refuses. */
export function verifyDelivery({ body, headers }: Received, secret: string): unknown {
  stripe.webhooks.constructEvent(body, headers['x-platform-signature'] as string, secret);
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}

import { serve } from '@hono/node-server';
import { requireAuth } from '@platform/sdk/hono';
import { accessTokenVerifier } from '@platform/sdk/verify';
import { Hono } from 'hono';

const { ISSUER = '', CLIENT_ID = '', CLIENT_SECRET = '', PORT = '3003' } = process.env;

// With `introspect`, a token that has been revoked is rejected before it expires.
const verify = accessTokenVerifier({
  issuer: ISSUER,
  audience: 'product-api',
  introspect: { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, maxAgeSeconds: 1 },
});

const app = new Hono();

app.get('/orders', requireAuth(verify, { scopes: ['orders.read'] }), (c) =>
  c.json({ orders: [{ id: 'ord_1', total: 120 }], reader: c.get('auth').subject }),
);

// Refunds require a second factor and a sign-in in the last five minutes. Others get a challenge that asks for it (RFC 9470).
const refund = { scopes: ['orders.refund'], acr: ['aal2', 'aal3'], maxAgeSeconds: 300 };

app.post('/orders/:id/refunds', requireAuth(verify, refund), (c) =>
  c.json({ order: c.req.param('id'), by: c.get('auth').subject }, 201),
);

serve({ fetch: app.fetch, port: Number(PORT) }, () =>
  console.log(`The API listens on http://localhost:${PORT}`),
);

import { requireAuth } from '@platform/sdk/fastify';
import { accessTokenVerifier } from '@platform/sdk/verify';
import fastify from 'fastify';

const { ISSUER = '', PORT = '3002' } = process.env;

// It caches the keys of the issuer: make one for the whole application.
const verify = accessTokenVerifier({ issuer: ISSUER, audience: 'product-api' });

const app = fastify();

app.get('/orders', { onRequest: requireAuth(verify, { scopes: ['orders.read'] }) }, (request) =>
  Promise.resolve({ orders: [{ id: 'ord_1', total: 120 }], reader: request.auth?.subject }),
);

// Every route of this plugin requires a second factor and a sign-in in the last five minutes (RFC 9470).
await app.register(async (refunds) => {
  const refund = { scopes: ['orders.refund'], acr: ['aal2', 'aal3'], maxAgeSeconds: 300 };
  refunds.addHook('onRequest', requireAuth(verify, refund));

  refunds.post<{ Params: { id: string } }>('/orders/:id/refunds', (request, reply) =>
    reply.code(201).send({ order: request.params.id, by: request.auth?.subject }),
  );
});

await app.listen({ port: Number(PORT) });
console.log(`The API listens on http://localhost:${PORT}`);

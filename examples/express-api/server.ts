import { requireAuth } from '@platform/sdk/express';
import { accessTokenVerifier } from '@platform/sdk/verify';
import express from 'express';

const { ISSUER = '', PORT = '3001' } = process.env;

// It caches the keys of the issuer: make one for the whole application.
const verify = accessTokenVerifier({ issuer: ISSUER, audience: 'product-api' });

const app = express();
app.use(express.json());

app.get('/orders', requireAuth(verify, { scopes: ['orders.read'] }), (req, res) => {
  res.json({ orders: [{ id: 'ord_1', total: 120 }], reader: req.auth?.subject });
});

// Refunds require a second factor and a sign-in in the last five minutes. Others get a challenge that asks for it (RFC 9470).
const refund = { scopes: ['orders.refund'], acr: ['aal2', 'aal3'], maxAgeSeconds: 300 };

app.post('/orders/:id/refunds', requireAuth(verify, refund), (req, res) => {
  res.status(201).json({ order: req.params['id'], by: req.auth?.subject });
});

app.listen(Number(PORT), () => console.log(`The API listens on http://localhost:${PORT}`));

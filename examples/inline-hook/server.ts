import { serve as listen } from '@hono/node-server';
import { defineHook } from '@platform/sdk';
import { serve } from '@platform/sdk/hono';
import { Hono } from 'hono';

const { HOOK_SECRET = '', PORT = '3005' } = process.env;

// In your application: a table.
const plans = new Map([['usr_01h455vb4pex5vsknk084sn02q', 'gold']]);

// Called while a token of a user is issued. It must answer quickly; `failureMode` of the hook decides what happens if it does not.
const addPlan = defineHook('token_issue', {
  secret: HOOK_SECRET,
  handle: ({ user, scopes }) => {
    if (!scopes.includes('orders.read')) return [];
    const plan = plans.get(String(user?.['id'])) ?? 'free';
    return [{ type: 'set_claim', token: 'access', name: 'plan', value: plan }];
  },
});

const app = new Hono();
app.post('/hooks/token-issue', serve(addPlan));

listen({ fetch: app.fetch, port: Number(PORT) }, () =>
  console.log(`The hook listens on http://localhost:${PORT}`),
);

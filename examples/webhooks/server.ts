import { serve } from '@platform/sdk/express';
import { defineWebhook } from '@platform/sdk/verify';
import type { WebhookEvent } from '@platform/sdk/verify';
import express from 'express';
import { openInbox } from './inbox.ts';

const { WEBHOOK_SECRET = '', INBOX_FILE = 'events.jsonl', PORT = '3004' } = process.env;

const inbox = openInbox(INBOX_FILE);

function handleLater(event: WebhookEvent): void {
  // `type` narrows `data`.
  if (event.type === 'user.created') console.log(`Welcome, ${event.data.user.id}`);
  else console.log(event.type);
}

const receive = defineWebhook({
  secret: WEBHOOK_SECRET,
  // Called for verified events only. It stores the event and returns, so that the response is fast.
  handle: (event) => {
    const isNew = inbox.add(event);
    if (isNew) setImmediate(handleLater, event);
    else console.log(`${event.id} again`);
  },
});

const app = express();
// Before express.json(): the signature is that of the raw body.
app.post('/webhooks', serve(receive));
app.use(express.json());

app.listen(Number(PORT), () => console.log(`The receiver listens on http://localhost:${PORT}`));

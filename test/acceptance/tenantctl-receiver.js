// A receiver of webhooks, as an application has one: prints its port, then each event whose signature is valid.
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook('whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
const server = createServer(async (request, response) => {
  try {
    const event = webhook.verify(await buffer(request.resume()), request.headers);
    console.log(`verified ${event.type}`);
    response.writeHead(200).end();
  } catch {
    response.writeHead(401).end();
  }
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));

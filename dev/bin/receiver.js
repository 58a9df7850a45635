// A receiver of webhooks to try with: verifies each delivery with a public library and prints it.
// node dev/bin/receiver.js --port 8099 --secret whsec_… [--count 1]
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { Webhook } from 'standardwebhooks';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8099' },
    secret: { type: 'string' },
    count: { type: 'string' },
  },
});
if (!values.secret) {
  console.error("The endpoint's secret is required: --secret whsec_…");
  process.exit(2);
}
const webhook = new Webhook(values.secret);
let left = Number(values.count ?? Infinity);

const server = createServer(async (req, res) => {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  try {
    const event = webhook.verify(Buffer.concat(chunks).toString(), req.headers);
    console.log(
      `verified ${event.type} ${event.subject.id} (sequence ${req.headers['x-platform-sequence']}, attempt ${req.headers['x-platform-attempt']})`,
    );
    res.writeHead(204).end();
  } catch (error) {
    console.log(`refused: ${error.message}`);
    res.writeHead(401).end();
    return;
  }
  if (--left <= 0) server.close();
});
server.listen(Number(values.port), 'localhost', () =>
  console.log(`listening on http://localhost:${values.port}`),
);

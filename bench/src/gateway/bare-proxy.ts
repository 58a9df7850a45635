import { Agent, createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createProxyMiddleware } from 'http-proxy-middleware';

const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
  target: process.env['TARGET'] ?? '',
  changeOrigin: true,
  agent: new Agent({ keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' }),
});
const server = createServer(
  { keepAliveTimeout: 65_000 },
  (req, res) => void proxy(req, res, () => res.destroy()),
);
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

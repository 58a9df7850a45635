import { createServer } from 'node:http';
import { Pool } from 'undici';
import type { Dispatcher } from 'undici';

const pool = new Pool(process.env['TARGET'] ?? '', { connections: 256 });
const hopByHop = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'host',
  'expect',
  'upgrade',
]);

const server = createServer({ keepAliveTimeout: 65_000 }, (req, res) => {
  const headers = Object.fromEntries(
    Object.entries(req.headers).filter(([name]) => !hopByHop.has(name)),
  );
  const body =
    req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined
      ? null
      : req;
  pool
    .stream(
      { method: req.method as Dispatcher.HttpMethod, path: req.url ?? '/', headers, body },
      ({ statusCode, headers: answered }) => {
        for (const name of hopByHop) delete answered[name];
        return res.writeHead(statusCode, answered);
      },
    )
    .catch(() => res.destroy());
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

import { createServer } from 'node:http';

const body = Buffer.from('{"data":[],"nextCursor":null,"hasMore":false}');
const server = createServer({ keepAliveTimeout: 65_000 }, (_req, res) => {
  res
    .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    .end(body);
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.once('SIGTERM', () => process.exit(0));

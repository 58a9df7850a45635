import { createServer } from 'node:http';
import { auth, currentUser } from './auth.js';
import { homePage } from './home-page.js';

async function answer(req, res) {
  if (await auth(req, res)) return;
  const user = await currentUser(req, res);
  res.setHeader('content-type', 'text/html; charset=utf-8').end(homePage(user));
}

const server = createServer((req, res) => {
  answer(req, res).catch((error) => {
    console.error(error);
    res.writeHead(500).end();
  });
});

const port = Number(process.env['PORT'] ?? 3000);
server.listen(port, () => console.log(`The application listens on http://localhost:${port}`));

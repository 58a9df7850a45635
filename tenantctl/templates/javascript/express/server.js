import express from 'express';
import { auth, currentUser, requireUser } from './auth.js';
import { homePage } from './home-page.js';

const app = express();

app.use(auth);

app.get('/', async (req, res) => {
  res.send(homePage(await currentUser(req, res)));
});

app.get('/profile', requireUser, (_req, res) => {
  const { id, name, email } = res.locals['user'];
  res.json({ id, name, email });
});

const port = Number(process.env['PORT'] ?? 3000);
app.listen(port, () => console.log(`The application listens on http://localhost:${port}`));

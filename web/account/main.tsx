import { startApp } from '../parts/app-root.tsx';
import '../kit/page.css';
import { accountRouter } from './router.tsx';

await startApp({ app: 'account', areas: ['account'], routerOf: accountRouter });

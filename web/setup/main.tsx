import { startApp } from '../parts/app-root.tsx';
import '../kit/page.css';
import { setupRouter } from './router.tsx';

await startApp({ app: 'setup', areas: ['setup'], routerOf: setupRouter });

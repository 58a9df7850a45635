export { fga } from './service.ts';

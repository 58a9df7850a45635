export { commandReference } from './reference.ts';

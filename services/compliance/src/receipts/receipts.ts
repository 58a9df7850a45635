export { deleteReceipts } from './receipt-store.ts';

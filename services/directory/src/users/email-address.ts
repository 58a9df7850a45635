// Mail is sent to whom the directory finds: one rule says what an address is.
export { emailKey } from '@platform/kit/email-address';

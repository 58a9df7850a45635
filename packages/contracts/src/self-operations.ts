import { allOf } from './operation.ts';

/** Requires the scope to read one's own account. The handler uses the id of the token's user. */
export const selfRead = allOf('self.read');

/** Requires the scope to change one's own account. The handler uses the id of the token's user. */
export const selfWrite = allOf('self.write');

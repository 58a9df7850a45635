// `npm run token`: an access token of a user of the platform that runs here, to try operations that clients may not call.
import { installAndBuild } from './bootstrap.js';

installAndBuild();
const { main } = await import('../dist/user-token.js');
process.exit(await main(process.argv.slice(2)));

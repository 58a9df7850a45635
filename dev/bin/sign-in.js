// `npm run sign-in`: signs a person in to the demo application without a browser, and shows each page's heading.
import { installAndBuild } from './bootstrap.js';

installAndBuild();
const { main } = await import('../dist/sign-in.js');
process.exit(await main(process.argv.slice(2)));

// `npm run sign-in`: signs a person of the platform that runs here in from a terminal.
import { installAndBuild } from './bootstrap.js';

installAndBuild();
const { signInMain } = await import('../dist/sign-in-command.js');
process.exit(await signInMain(process.argv.slice(2)));

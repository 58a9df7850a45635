// `npm run sign-in`: signs a person of the platform that runs here in from a terminal.
import { compiled } from './bootstrap.js';

const args = process.argv.slice(2);
const { signInMain } = await compiled('sign-in-command.js', args);
process.exit(await signInMain(args));

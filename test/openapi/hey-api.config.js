// The parts of the client by @hey-api/openapi-ts: types, functions, and its own client on fetch.
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

export default {
  input: at('generated/openapi.json'),
  output: { path: at('generated/hey-api'), importFileExtension: '.ts' },
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
};

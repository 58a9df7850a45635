import { defineConfig } from 'vite';

const { PORT = '5173', API = 'http://localhost:3001' } = process.env;

export default defineConfig({
  server: {
    port: Number(PORT),
    strictPort: true,
    // The API is below /api of the same origin, so that it needs no CORS.
    proxy: { '/api': { target: API, rewrite: (path) => path.replace('/api', '') } },
  },
});

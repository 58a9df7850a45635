/** How an application signs users in with a framework. */
export interface Framework {
  name: string;
  title: string;
  type: 'web' | 'spa';
  language: 'javascript' | 'python' | 'go';
  /** The port that its server uses if nothing else is said. */
  port: number;
  /** Path of the redirect URI. */
  callback: string;
  /** Prefix of the names of variables. Vite shows browsers only those with its own. */
  prefix: string;
  /** Templates by the file that they become. */
  files: Readonly<Record<string, string>>;
  packages: readonly string[];
}

const serverFiles = (name: string): Record<string, string> => ({
  'oidc.ts': 'shared/oidc.ts',
  'home-page.ts': 'shared/home-page.ts',
  'auth.ts': `${name}/auth.ts`,
  'server.ts': `${name}/server.ts`,
});

const samePath = (name: string, files: readonly string[]): Record<string, string> =>
  Object.fromEntries(files.map((file) => [file, `${name}/${file}`]));

const web = { type: 'web', port: 3000, callback: '/callback', prefix: '' } as const;
const sessionPackages = ['openid-client', 'iron-session'];

const nodeServer = (name: string, title: string, packages: readonly string[]): Framework => ({
  ...web,
  name,
  title,
  language: 'javascript',
  files: serverFiles(name),
  packages: [...packages, ...sessionPackages],
});

/** Frameworks that `init` knows. */
export const frameworks: readonly Framework[] = [
  {
    ...web,
    name: 'nextjs',
    title: 'Next.js',
    language: 'javascript',
    files: {
      'lib/oidc.ts': 'shared/oidc.ts',
      ...samePath('nextjs', [
        'lib/session.ts',
        'app/sign-in/route.ts',
        'app/callback/route.ts',
        'app/sign-out/route.ts',
        'app/layout.tsx',
        'app/page.tsx',
      ]),
    },
    packages: sessionPackages,
  },
  nodeServer('express', 'Express', ['express']),
  nodeServer('fastify', 'Fastify', ['fastify']),
  nodeServer('hono', 'Hono', ['hono', '@hono/node-server']),
  {
    name: 'react',
    title: 'React with Vite',
    type: 'spa',
    language: 'javascript',
    port: 5173,
    callback: '/',
    prefix: 'VITE_',
    files: samePath('react', ['src/auth.tsx', 'src/main.tsx']),
    packages: ['oidc-client-ts', 'react-oidc-context'],
  },
  {
    ...web,
    name: 'fastapi',
    title: 'FastAPI',
    language: 'python',
    port: 8000,
    files: samePath('fastapi', ['auth.py', 'main.py']),
    packages: ['fastapi', 'uvicorn', 'python-dotenv', 'authlib', 'httpx', 'itsdangerous'],
  },
  {
    ...web,
    name: 'go',
    title: 'Go',
    language: 'go',
    files: samePath('go', ['auth.go', 'redeem.go', 'main.go']),
    packages: [],
  },
  nodeServer('node', 'Node.js', []),
];

/** A framework by its name. */
export const frameworkNamed = (name: string): Framework =>
  frameworks.find((one) => one.name === name)!;

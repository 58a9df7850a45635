/** The walls between the parts of the platform. */
const src = '(^|/)(src|test)/';

export default {
  forbidden: [
    {
      name: 'contracts-import-zod-alone',
      severity: 'error',
      from: { path: '^packages/contracts/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/contracts/', 'node_modules/zod/'] },
    },
    {
      name: 'the-sdk-stands-alone',
      severity: 'error',
      from: { path: '^packages/sdk/src', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^packages/sdk/', 'node_modules/(jose|express|fastify|hono)/'] },
      comment:
        'It runs in browsers and in applications that have nothing of the platform. Of frameworks it imports types: a test bundles it.',
    },
    {
      name: 'configuration-stands-on-the-sdk',
      severity: 'error',
      from: { path: '^packages/configuration/src', pathNot: '\\.test\\.ts$' },
      to: { path: '^packages/', pathNot: '^packages/(configuration|contracts|sdk)/' },
      comment: 'It calls the API as applications do, from any terminal or pipeline.',
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^(packages|protos)/' },
      to: { path: '^(gateway|services|platformctl|tenantctl)/' },
    },
    {
      name: 'packages-know-no-dev',
      severity: 'error',
      from: {
        path: '^(packages|protos)/',
        pathNot: '^packages/testkit/|\\.test\\.ts$|/test-[a-z-]+\\.ts$',
      },
      to: { path: '^(dev|test|bench)/' },
      comment: 'The testkit starts the servers of dev, and tests of packages use both.',
    },
    {
      name: 'the-testkit-is-for-tests',
      severity: 'error',
      from: {
        path: '^(packages|protos|dev|gateway|services|platformctl|tenantctl)/',
        pathNot: '^packages/testkit/|/test/|\\.test\\.ts$|/test-[a-z-]+\\.ts$',
      },
      to: { path: '^packages/testkit/' },
    },
    {
      name: 'services-do-not-import-each-other',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'services-do-not-import-the-gateway',
      severity: 'error',
      from: { path: '^services/' },
      to: { path: '^(gateway|platformctl|tenantctl)/' },
    },
    {
      name: 'gateway-imports-packages-only',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(services|platformctl|tenantctl)/' },
    },
    {
      name: 'production-does-not-import-dev',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+|platformctl|tenantctl)/src/' },
      to: { path: '^(dev|test|bench)/' },
    },
    {
      name: 'egress-is-the-only-way-out',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+)/src/', pathNot: '^gateway/src/upstream/' },
      to: { path: ['^https$', '^tls$', 'node_modules/undici/'] },
    },
    {
      name: 'only-the-browser-imports-web',
      severity: 'error',
      from: { pathNot: '^web/' },
      to: { path: '^web/' },
      comment: 'The walls within web/ are rules of the linter, since no parser here reads TSX.',
    },
    {
      name: 'relations-has-one-face',
      severity: 'error',
      from: { pathNot: '^packages/relations/' },
      to: { path: '^packages/relations/', pathNot: '^packages/relations/src/index\\.ts$' },
    },
    {
      name: 'no-circle-of-files',
      severity: 'error',
      from: { path: src },
      to: { circular: true },
    },
    {
      name: 'no-circle-of-areas',
      severity: 'error',
      scope: 'folder',
      from: { path: '^(services/[^/]+|packages/relations)/src/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'stores-stay-in-their-area',
      severity: 'error',
      from: {
        path: '^services/([^/]+)/src/([^/]+)/',
        pathNot: '^services/[^/]+/src/compose/',
      },
      to: {
        path: '^services/[^/]+/src/.+-store\\.ts$',
        pathNot: '^services/$1/src/$2/',
      },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: { path: src },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '/generated/', '^tenantctl/templates/'] },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json', '.node'],
    },
  },
};

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
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^(packages|protos)/' },
      to: { path: '^(gateway|services|platformctl)/' },
    },
    {
      name: 'packages-know-no-dev',
      severity: 'error',
      from: { path: '^(packages|protos)/', pathNot: '\\.test\\.ts$|/test-[a-z-]+\\.ts$' },
      to: { path: '^(dev|test|bench)/' },
      comment: 'Tests of the kit may use the stores of dev.',
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
      to: { path: '^(gateway|platformctl)/' },
    },
    {
      name: 'gateway-imports-packages-only',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^(services|platformctl)/' },
    },
    {
      name: 'production-does-not-import-dev',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+|platformctl)/src/' },
      to: { path: '^(dev|test|bench)/' },
    },
    {
      name: 'egress-is-the-only-way-out',
      severity: 'error',
      from: { path: '^(gateway|services/[^/]+)/src/', pathNot: '^gateway/src/upstream/' },
      to: { path: ['^https$', '^tls$', 'node_modules/undici/'] },
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
    exclude: { path: ['/dist/', '/generated/'] },
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.json', '.node'],
    },
  },
};

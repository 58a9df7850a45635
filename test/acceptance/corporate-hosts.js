// Preloaded by services under test: the providers of companies are on this machine, under a name that no DNS knows.
import { Resolver } from 'node:dns/promises';

const host = 'idp.example.com';
for (const [method, addresses] of [
  ['resolve4', ['127.0.0.1']],
  ['resolve6', []],
]) {
  const ask = Resolver.prototype[method];
  Resolver.prototype[method] = function (name, ...more) {
    return name === host ? Promise.resolve(addresses) : ask.call(this, name, ...more);
  };
}

// undici as a client of registries needs it.

/** Of undici, what makes connections and sends requests, without `fetch`, web sockets, caches and mocks: all of it takes four
 * times as long to load, which is a tenth of the time of an installation into an empty store.
 * @type {import('esbuild').Plugin} */
export const leanUndici = {
  name: 'lean-undici',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^undici$/ }, () => ({ path: 'undici', namespace: 'lean-undici' }));
    onLoad({ filter: /.*/, namespace: 'lean-undici' }, () => ({
      contents: CONTENTS,
      resolveDir: import.meta.dirname,
    }));
  },
};

// As its own index does it.
const CONTENTS = `
import api from 'undici/lib/api/index.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
Object.assign(Dispatcher.prototype, api);
export { default as Agent } from 'undici/lib/dispatcher/agent.js';
export { default as EnvHttpProxyAgent } from 'undici/lib/dispatcher/env-http-proxy-agent.js';`;

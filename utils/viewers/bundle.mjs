// Builds snapshot.mjs from snapshot.ts. DevTools' sources lack files that its own build
// adds, and select their platform with an await, which bundles do not support.
import {build} from 'esbuild';

const stubs = {
  locales: 'export const LOCALES = ["en-US"], BUNDLED_LOCALES = LOCALES, DEFAULT_LOCALE = "en-US", ' +
      'REMOTE_FETCH_PATTERN = "", LOCAL_FETCH_PATTERN = "";',
  platform: 'export const HOST_RUNTIME = {getLocalStorage() {}, createWorker() {}};',
};

await build({
  entryPoints: ['snapshot.ts'],
  bundle: true,
  platform: 'node',
  format: 'esm',
  outfile: 'snapshot.mjs',
  logLevel: 'error',
  // For Node releases before 22.
  banner: {
    js: 'Promise.withResolvers ??= function() { const r = {}; ' +
        'r.promise = new this((a, b) => { r.resolve = a; r.reject = b; }); return r; };',
  },
  plugins: [{
    name: 'stubs',
    setup(b) {
      b.onResolve({filter: /\/locales\.js$/}, () => ({path: 'locales', namespace: 'stub'}));
      b.onLoad({filter: /platform\/HostRuntime\.ts$/}, () => ({contents: stubs.platform}));
      b.onLoad({filter: /.*/, namespace: 'stub'}, () => ({contents: stubs.locales}));
    },
  }],
});

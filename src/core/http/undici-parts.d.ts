/**
 * The modules of undici that requests need: its index loads four times as many, for fetch, WebSocket and caches. Agents for
 * proxies come from the index, which gives them methods that they need.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { default } from 'undici/types/agent.js';
}
declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}

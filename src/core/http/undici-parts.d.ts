/**
 * The modules of undici that requests need: its index also loads fetch, WebSocket and caches, which takes four times as
 * long. Agents for proxies come from the index, because it adds methods that they need.
 */
declare module 'undici/lib/dispatcher/agent.js' {
  export { default } from 'undici/types/agent.js';
}
declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';
  export default buildConnector;
}

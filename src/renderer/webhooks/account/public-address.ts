/** Whether an address can be reached from the internet, as far as the address itself says. */
import ipaddr from 'ipaddr.js';

/** Names that are resolved inside one machine or network only. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|test|invalid|example)\.?$/i;

/** @returns false also for what is no address with http or https */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !LOCAL_NAME.test(host);
}

/** A service on this computer or in this network, such as the simulator, reaches what the internet cannot. */
export const canReach = (service: string, address: string): boolean =>
  isPublicAddress(address) || (/^https?:\/\//i.test(address) && !isPublicAddress(service));

/** Whether an address can be reached from the internet, judging by its host name or IP address. */
import ipaddr from 'ipaddr.js';

/** Names that are only resolved inside one machine or network. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|home\.arpa|test|invalid|example)\.?$/i;

/** @returns false also for a text that is not an http or https URL */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address);
  if (!url || !/^https?:$/.test(url.protocol)) return false;
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (ipaddr.isValid(host)) return ipaddr.process(host).range() === 'unicast';
  return host.includes('.') && !LOCAL_NAME.test(host);
}

/** A service on this computer or in this network, such as the simulator, also reaches private addresses. */
export const canReach = (service: string, address: string): boolean =>
  isPublicAddress(address) || (/^https?:\/\//i.test(address) && !isPublicAddress(service));

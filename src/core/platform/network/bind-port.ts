/** Binds a server to a port, or to the next free one. */
import type { AddressInfo, Server } from 'node:net';
import { codedError } from '../../../contract/errors.ts';

/** The number of ports after the wanted one that are tried. */
const NEXT_PORTS = 20;

export interface PortWish {
  host: string;
  /** 0: any port. */
  port: number;
  /** True: throws PortInUse when the port is in use, instead of using the next free one. */
  exact: boolean;
}

/** @returns the port @throws PortInUse, InvalidParams */
export async function bindPort(server: Server, { host, port, exact }: PortWish): Promise<number> {
  const nextPorts = exact ? 0 : NEXT_PORTS;
  for (let offset = 0; ; offset += 1) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host, port: port === 0 ? 0 : port + offset, backlog: 4096 }, () => {
          server.off('error', reject);
          resolve();
        });
      });
      server.on('error', () => undefined);
      return (server.address() as AddressInfo).port;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && offset < nextPorts && port + offset < 65_535) continue;
      if (code === 'EADDRINUSE')
        throw codedError(
          'PortInUse',
          `Port ${port}${nextPorts > 0 ? ` and the ${nextPorts} after it are` : ' is'} in use.`,
        );
      throw codedError(
        'InvalidParams',
        `Cannot listen on ${host}:${port}: ${message}`,
        'Choose another address or port.',
      );
    }
  }
}

export const isLoopback = (host: string): boolean => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

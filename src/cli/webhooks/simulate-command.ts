/** `outrigger simulate`: runs the simulator of the messaging service until it is interrupted. */
import { once } from 'node:events';
import { parseTarget } from '../../core/forwarding/outgoing-webhook.ts';
import { startSimulator } from '../../core/providers/messaging/simulator/simulator.ts';
import { webhookTokenOf } from '../secret-options.ts';
import { terminalText } from '../console/terminal-text.ts';
import { endSignals } from '../console/end-signals.ts';

export interface SimulateOptions {
  port?: number;
  webhookUrl?: string;
  webhookToken?: string;
  webhookTokenFile?: string;
  speed?: number;
  rate?: number;
  quota?: number;
}

export async function simulateCommand(allOptions: SimulateOptions): Promise<void> {
  const { webhookUrl, webhookToken: text, webhookTokenFile, ...options } = allOptions;
  const webhookToken = await webhookTokenOf({ token: text, file: webhookTokenFile });
  const simulator = await startSimulator({
    ...options,
    ...(webhookUrl === undefined ? {} : { webhookUrl: parseTarget(webhookUrl).href }),
    ...(webhookToken === undefined ? {} : { webhookUrlToken: webhookToken }),
    onEvent: (text) => void process.stderr.write(`${terminalText(text)}\n`),
  });
  const { url, idInstance, apiTokenInstance } = simulator;
  process.stdout.write(`${JSON.stringify({ apiUrl: url, mediaUrl: url, idInstance, apiTokenInstance })}\n`);
  process.stderr.write(
    [
      'outrigger: simulating the messaging service (Ctrl+C stops it). Send a message:',
      `  curl -d '{"chatId":"79990000002@c.us","message":"hi"}' ${url}/waInstance${idInstance}/sendMessage/${apiTokenInstance}`,
      'Simulate an incoming notification:',
      `  curl -d '{"kind":"swe002"}' ${url}/simulator/notify`,
      '',
    ].join('\n'),
  );
  await Promise.race(endSignals.map((name) => once(process, name)));
  await simulator.close();
}

/** The options of `run` and `listen` for receiving from the queue of an account. */
import { Option } from 'commander';

/** @param start the beginning of the help text, before the part about the queue */
export const queueOption = (start: string): Option =>
  new Option(
    '--queue',
    `${start} the queue of an account of the messaging service, which needs no address that can be reached from outside; the account is read from OUTRIGGER_ACCOUNT_ID_INSTANCE, OUTRIGGER_ACCOUNT_TOKEN and OUTRIGGER_ACCOUNT_API_URL, or a file`,
  ).conflicts(['webhookPort', 'webhookToken', 'webhookTokenFile']);
export const accountFileOption = (): Option =>
  new Option(
    '--account-file <file>',
    'a file with idInstance, apiTokenInstance and apiUrl: JSON as outrigger simulate prints it, or name=value in each line',
  ).implies({ queue: true });

/** The listener of one workspace: starts and stops it, and reports its status with each change. */
import path from 'node:path';
import type { CodedError } from '../../../contract/errors.ts';
import {
  DEFAULT_LISTENER_PORT,
  NO_TLS,
  type ListenerTls,
  type Retention,
} from '../../../contract/webhooks/listener-settings.ts';
import type { AnswerRule } from '../../../contract/webhooks/answer-rules.ts';
import { receivedCount, type ListenerStatus } from '../../../contract/webhooks/notification.ts';
import type { ListenerOptions } from './listener-api.ts';
import { localCertificateFile } from './local-certificate-file.ts';
import type { MaskedStore } from '../store/thread/masked-store.ts';
import type { ListenRequest, Notifications, NotificationsOptions } from '../notifications-api.ts';
import { createNotices, noticesOfListening, unrecordedNotice, type Notices, type SetNotice } from '../notices.ts';
import type { NewsDelivery } from '../news-delivery.ts';
import type { RefusedRequest } from './refused-requests.ts';
import type { StoreNews } from '../shared/messages.ts';
import { createSharedIntake } from '../shared/shared-intake.ts';
import type { SharedListener } from '../shared/shared-listener.ts';
import type { StoreOnDemand } from '../store/thread/store-on-demand.ts';
import { createWorkspaceRules, type WorkspaceRules } from './responses/workspace-rules.ts';

export interface WorkspaceListenerOptions extends Pick<NotificationsOptions, 'file' | 'leaseFile' | 'onStatus'> {
  store: Pick<StoreOnDemand, 'open' | 'ask' | 'retention'>;
  maskedStore: MaskedStore;
  mask: NonNullable<NotificationsOptions['mask']>;
  delivery: Pick<NewsDelivery, 'deliver'>;
  onRefused: (request: RefusedRequest) => void;
}

export interface WorkspaceListener {
  status(): ListenerStatus;
  setNotice: SetNotice;
  setRules: WorkspaceRules['set'];
  restoreRules: WorkspaceRules['restore'];
  /** Announces changes of this process, also to the processes that share the listener. */
  publish(news: StoreNews): void;
  /** Has no effect while it is listening. @throws PortInUse, InvalidParams, StorageFailed */
  listen(request: ListenRequest): Promise<void>;
  stop: Notifications['stop'];
  close(): Promise<void>;
}

interface ListenerState {
  listener: SharedListener | undefined;
  tls: ListenerTls;
  localCertificate: string;
  notices: Notices;
  received: number;
  refused: number;
  visits: number;
}

export function createWorkspaceListener(options: WorkspaceListenerOptions): WorkspaceListener {
  const { store, delivery, onStatus } = options;
  const state: ListenerState = {
    listener: undefined,
    tls: NO_TLS,
    localCertificate: localCertificateFile(path.dirname(options.file)),
    notices: createNotices(),
    received: 0,
    refused: 0,
    visits: 0,
  };
  let starting: Promise<void> | undefined;

  const status = () => statusOf(state, rules.current().rules, store.retention());
  const reportStatus = () => onStatus(status());
  const setNotice: SetNotice = (kind, text) => {
    state.notices.set(kind, text);
    reportStatus();
  };
  /** Announces changes that this process, or another one with the same database, has made. */
  function show(news: StoreNews): void {
    if (news.t === 'indexed') state.received += receivedCount(news.summaries);
    delivery.deliver(news);
  }
  const rules = createWorkspaceRules(() => state.listener, reportStatus);
  const start = prepareStart({ options, state, setNotice, reportStatus, show, rules });

  return {
    status,
    setNotice,
    setRules: rules.set,
    restoreRules: rules.restore,
    publish(news) {
      state.listener?.announce(news);
      show(news);
    },
    async listen(request) {
      if (state.listener) return;
      starting ??= start(request).finally(() => (starting = undefined));
      await starting;
    },
    async stop(stopping) {
      await starting?.catch(() => undefined);
      const { listener } = state;
      state.listener = undefined;
      await listener?.close(stopping);
      endListeningNotices(state);
      // What was said about the file or the retention has been read by now.
      state.notices.set('file', null);
      setNotice('retention', null);
    },
    async close() {
      await starting?.catch(() => undefined);
      await state.listener?.close();
    },
  };
}

const endListeningNotices = ({ notices }: ListenerState): void =>
  noticesOfListening.forEach((kind) => notices.set(kind, null));

function statusOf(
  { listener, notices, ...state }: ListenerState,
  rules: readonly AnswerRule[],
  retention: Retention,
): ListenerStatus {
  return {
    ...state,
    notice: notices.text(),
    listening: listener !== undefined,
    host: listener?.address.host ?? '127.0.0.1',
    port: listener?.address.port ?? DEFAULT_LISTENER_PORT,
    url: listener?.address.url ?? '',
    hasToken: listener?.hasToken ?? false,
    allowBrowsers: listener?.allowBrowsers ?? false,
    rules: [...rules],
    keep: retention,
  };
}

interface StartParts extends Pick<WorkspaceListener, 'setNotice'> {
  options: WorkspaceListenerOptions;
  state: ListenerState;
  reportStatus: () => void;
  show: (news: StoreNews) => void;
  rules: WorkspaceRules;
}

/** Returns a function that starts the listener and stores it in the state. */
function prepareStart(parts: StartParts) {
  const { options, state, setNotice, rules } = parts;
  const { file, store } = options;
  const reception = receptionOf(parts);
  const sharing = sharingOf(parts, reception.onRefused);

  return async ({ host, port, exact, token, tls = NO_TLS, allowBrowsers = false }: ListenRequest): Promise<void> => {
    endListeningNotices(state);
    // Lazy: most runs of the command line receive nothing.
    const [{ startSharedListener }, { readCertificate, invalidPeriod }] = await Promise.all([
      import('../shared/shared-listener.ts'),
      import('./listener-certificate.ts'),
      store.open(),
    ]);
    const certificate = await readCertificate(tls, path.dirname(file));
    const address = { ...(host === undefined ? {} : { host }), ...(port === undefined ? {} : { port }) };
    const listener = await startSharedListener({
      listener: { ...reception, ...address, exact, token, certificate, allowBrowsers },
      ...sharing,
    });
    Object.assign(state, { listener, tls });
    rules.joined();
    state.notices.set('certificate', (certificate && invalidPeriod(certificate, Date.now())) ?? null);
    setNotice('sharing', listener.notice);
  };
}

/** How the listener stores, recognises and answers what it receives, and what it counts. */
function receptionOf({ options, state, setNotice, reportStatus, rules }: StartParts) {
  const { maskedStore } = options;
  const onAnswered: ListenerOptions['onAnswered'] = (groups) => {
    const recording = maskedStore.recordAnswers(groups);
    recording.then(
      () => state.notices.has('masking') && setNotice('masking', null),
      (error: unknown) => setNotice('masking', unrecordedNotice(error)),
    );
  };
  return {
    take: maskedStore.take,
    onAnswered,
    rules: rules.current,
    recognize: maskedStore.recognize,
    onRuleUsed: rules.count,
    onRefused(request: RefusedRequest) {
      state.refused += 1;
      options.onRefused(request);
      reportStatus();
    },
    onVisit() {
      state.visits += 1;
      reportStatus();
    },
    onStorage: (problem) => setNotice('storing', problem && `Notifications are answered with 503: ${problem}`),
  } satisfies Partial<ListenerOptions>;
}

/** How the processes with the same workspace share one listener. */
function sharingOf({ options, state, setNotice, show, rules }: StartParts, onRefused: (one: RefusedRequest) => void) {
  const { file, leaseFile, store, maskedStore, mask } = options;
  return {
    leaseFile,
    store: file,
    onMessage: createSharedIntake({
      take: maskedStore.take,
      remember: maskedStore.remember,
      mask,
      onNews: show,
      onRefused,
      onRules: rules.receive,
      onProblem: (problem) => setNotice('sharing', `A notification of the shared listener is missing here: ${problem}`),
    }),
    onChanged(isListening: boolean) {
      rules.joined();
      // The process that listened before may have stored notifications without recognising them.
      if (isListening) void store.ask('resume').catch(() => undefined);
      setNotice('sharing', state.listener?.notice ?? null);
    },
    onLost(error: CodedError) {
      state.listener = undefined;
      setNotice('listening', `${error.message} ${error.remedy}`);
    },
  };
}

/** A text that names an element of the interface, and the same for the command line, with its option or command. */
export interface TextByPlace {
  window: string;
  terminal: string;
}
let readers: keyof TextByPlace = 'window';

/** Called once by the command line: whoever reads an error of this process has no window. */
export const writeErrorsForTerminal = (): void => void (readers = 'terminal');
export const textHere = (text: string | TextByPlace): string => (typeof text === 'string' ? text : text[readers]);

/**
 * Every error code that crosses a boundary (host contract, script, command line), in one closed list.
 * An error is recognised by its `code`, never by `instanceof`: it may come from another realm or process.
 */
export const errorTable = {
  // The host contract itself
  MalformedMessage: { remedy: 'Reload the window; if it happens again, report it.', exitCode: 3 },
  UnknownMethod: { remedy: 'Reload the window: it may be older than the application.', exitCode: 3 },
  InvalidParams: { remedy: 'Check the value named in the message.', exitCode: 2 },
  Cancelled: { remedy: 'Nothing to do: it was stopped on request.', exitCode: 130 },
  Disconnected: { remedy: 'Start Outrigger again and reload the page.', exitCode: 3 },
  Unsupported: { remedy: 'Use the desktop application for this.', exitCode: 2 },
  Internal: { remedy: 'This is a mistake in Outrigger. Please report the message.', exitCode: 3 },
  // Files and folders
  FileNotFound: { remedy: 'Check the path.', exitCode: 2 },
  FileUnreadable: { remedy: 'Check the permissions of the file.', exitCode: 2 },
  FileTooLarge: { remedy: 'Open a smaller file.', exitCode: 2 },
  FileChangedOnDisk: { remedy: 'Reload the file, or save again to overwrite it.', exitCode: 2 },
  NotAFolder: { remedy: 'Choose an existing folder.', exitCode: 2 },
  OutsideWorkspace: { remedy: 'Use a path inside the workspace folder.', exitCode: 2 },
  WriteFailed: { remedy: 'Check the permissions and the free space of the disk.', exitCode: 2 },
  StorageFailed: { remedy: 'Check the permissions and the free space of the disk.', exitCode: 2 },
  NotListening: {
    remedy: {
      window: 'Switch the listener on in the Webhooks view.',
      terminal: 'Check --webhook-port, or the account whose queue is received.',
    },
    exitCode: 1,
  },
  NotificationNotFound: { remedy: 'It may have been deleted; look at the list again.', exitCode: 2 },
  AccountRefused: {
    remedy: { window: 'Check the account in the Webhooks view.', terminal: 'Check the account and its token.' },
    exitCode: 1,
  },
  WebhookTimeout: {
    remedy: 'Compare the filter with the notifications that arrived, or raise the timeout.',
    exitCode: 1,
  },
  CollectionDamaged: { remedy: 'Correct the file at the named place, or restore an older version of it.', exitCode: 2 },
  InvalidData: { remedy: 'Correct the file at the named place.', exitCode: 2 },
  PortInUse: {
    remedy: {
      window: 'Choose another port in the settings of the listener, or 0 for any free one.',
      terminal: 'Choose another port with --port, or 0 for any free one.',
    },
    exitCode: 2,
  },
  QueueUnreachable: { remedy: 'Check the URL of the queue, and whether the server runs.', exitCode: 3 },
  // Calls of external programs
  InvalidCall: { remedy: 'Correct the call in the script.', exitCode: 1 },
  ProgramsDirectoryNotFound: {
    remedy: {
      window: 'Create the folder, or choose another one in the Programs view.',
      terminal: 'Create the folder, or name another one with --external-program-path.',
    },
    exitCode: 2,
  },
  OutsideProgramsDirectory: {
    remedy: 'Move the program into the programs directory.',
    exitCode: 1,
  },
  ProgramNotFound: { remedy: 'Check the file name; upper and lower case matter.', exitCode: 1 },
  UnsupportedExtension: {
    remedy: 'Rename the file, or name the program that runs it with the option "command" of pm.executeAsync.',
    exitCode: 1,
  },
  InterpreterNotFound: {
    remedy: 'Install it and add its directory to PATH, or name another with the option "command".',
    exitCode: 1,
  },
  WorkingDirectoryNotFound: { remedy: 'Create the folder, or correct the option "cwd".', exitCode: 1 },
  NotAllowed: {
    remedy: {
      window: 'Run it again, and allow the program when asked.',
      terminal: 'Allow the program when asked, or with --allow-programs or --allow-program <file>.',
    },
    exitCode: 1,
  },
  ProgramFailed: { remedy: 'Read its stderr in the console.', exitCode: 1 },
  ProgramTimeout: { remedy: 'Raise the option "timeout".', exitCode: 1 },
  OutputTooLarge: {
    remedy: 'Let the program write to a file and print its name, or raise the option "maxOutput".',
    exitCode: 1,
  },
  // Requests
  InvalidRequest: { remedy: 'Correct the request.', exitCode: 1 },
  RequestFailed: { remedy: 'Check the address, and whether the server runs.', exitCode: 1 },
  RequestTimeout: { remedy: 'Raise the timeout, or find out why the server is slow.', exitCode: 1 },
  CertificateProblem: {
    remedy: {
      window:
        'Trust its authority in Settings > Proxy and certificates; for a test server, switch off there that certificates are verified.',
      terminal: 'Trust its authority with --ca-file, or leave out the check for a test server with --insecure.',
    },
    exitCode: 1,
  },
  ProxyProblem: {
    remedy: 'Check the proxy in the settings under "Proxy and certificates", or HTTP_PROXY and HTTPS_PROXY.',
    exitCode: 1,
  },
  AuthFailed: { remedy: 'Check the Auth tab of the request, its folder or its collection.', exitCode: 1 },
  SecretUnreadable: { remedy: 'Set the secret again here, or use the desktop application.', exitCode: 1 },
  NoCollection: { remedy: 'Run the script as part of a request of a collection.', exitCode: 1 },
  // npm packages for scripts
  PackageNotFetched: { remedy: 'Read what npm has printed.', exitCode: 1 },
  PackageUnsupported: { remedy: 'Choose a package that is made for browsers as well.', exitCode: 1 },
  PackageNotAdded: {
    remedy: { window: 'Add it with Add package….', terminal: 'Add it with outrigger add.' },
    exitCode: 1,
  },
  PackageChanged: {
    remedy: {
      window: 'Add it again with Add package…, or take the older version of its file.',
      terminal: 'Add it again with outrigger add, or take the older version of its file.',
    },
    exitCode: 1,
  },
  // The sandbox
  ScriptLimit: { remedy: 'Let the script do less at the same time.', exitCode: 1 },
  SandboxUnavailable: {
    remedy: 'Install the packages again (npm ci), so that the pinned Node is there.',
    exitCode: 3,
  },
  DebuggingNotAllowed: { remedy: 'Allow it when asked, if you know where the scripts come from.', exitCode: 1 },
  DebuggerFailed: { remedy: 'Stop the run and debug it again.', exitCode: 1 },
  SandboxCrashed: { remedy: 'Run the script again; use less memory if it happens again.', exitCode: 1 },
} as const satisfies Record<string, { remedy: string | TextByPlace; exitCode: number }>;

export type ErrorCode = keyof typeof errorTable;

export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];

/** An error as JSON, for showing, storing and sending. */
export interface Failure {
  code: ErrorCode;
  message: string;
  remedy: string;
}

export interface CodedError extends Error {
  code: ErrorCode;
  remedy: string;
}

/** Makes an error with a code of the table; `remedy` replaces the table's general one. */
export function codedError(code: ErrorCode, message: string, remedy?: string): CodedError {
  return Object.assign(new Error(message), { code, remedy: remedy ?? textHere(errorTable[code].remedy) });
}

/** The error that a Failure describes. */
export const fromFailure = ({ code, message, remedy }: Failure): CodedError => codedError(code, message, remedy);

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorTable, value);
}

/** Whether an error says that something was stopped on request: it has not failed. */
export const isStop = (error: { code?: string | undefined } | undefined): boolean => error?.code === 'Cancelled';

/** Converts any thrown value to a Failure; without a code of the table it becomes `Internal`. */
export function toFailure(thrown: unknown): Failure {
  const source = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as Partial<CodedError>;
  if (isNulInPath(source))
    return { code: 'InvalidParams', message: NUL_IN_PATH, remedy: errorTable.InvalidParams.remedy };
  const code = isErrorCode(source.code) ? source.code : 'Internal';
  const message = typeof source.message === 'string' ? source.message : String(thrown);
  return {
    code,
    message,
    remedy: typeof source.remedy === 'string' ? source.remedy : textHere(errorTable[code].remedy),
  };
}

const NUL_IN_PATH = 'A path contains a NUL character, which no file name can contain.';
/** Node's error for a path that no system accepts; it comes from whichever call uses the path first. */
const isNulInPath = ({ code, message }: { code?: unknown; message?: unknown }): boolean =>
  code === 'ERR_INVALID_ARG_VALUE' && typeof message === 'string' && message.includes('without null bytes');

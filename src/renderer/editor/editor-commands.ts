import type { AppContext } from '../context/app-context.ts';
import type { Command } from '../context/commands/command.ts';

/** Commands for the open request, and for all requests. */
export function editorCommands({
  app,
  requests,
  settings,
}: Pick<AppContext, 'app' | 'requests' | 'settings'>): Command[] {
  const showDialog = (kind: 'cookies' | 'request-code') => () => {
    app.getState().show('requests');
    app.getState().showDialog({ kind });
  };
  return [
    { id: 'cookies', label: 'Cookies…', icon: 'cookies', run: showDialog('cookies') },
    {
      id: 'connections',
      label: 'Proxy and certificates…',
      icon: 'network',
      run: () => settings.getState().show('proxy'),
    },
    {
      id: 'request-code',
      label: 'Show the request as code',
      icon: 'code',
      keywords: 'curl snippet generate',
      unavailable: () => (requests.getState().active()?.kind === 'request' ? undefined : 'No request is open.'),
      run: showDialog('request-code'),
    },
  ];
}

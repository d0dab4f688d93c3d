/** Recognises a received request: its provider, its event, and its meaning. Never throws. */
import { builtInProviders } from './built-in.ts';
import { defineProvider } from './definition/define-provider.ts';
import { describePlainContent } from './plain-content.ts';
import type { NamedDefinition } from './definition/provider-files.ts';
import type { Provider } from './provider.ts';
import type { ReceivedContent, RecognizedNotification } from './recognition.ts';
import { requestValues } from './definition/request-values.ts';
import { headerValueOf } from '../../contract/http/header-value.ts';

export interface Recognizer {
  /** In the order in which they are tried. */
  providers: readonly Provider[];
  recognize(content: ReceivedContent): RecognizedNotification;
}

/** @param definitions of the workspace; they are tried before the built-in ones, and replace those with the same id */
export function createRecognizer(definitions: readonly NamedDefinition[] = []): Recognizer {
  const described = definitions.map(({ id, definition }) => defineProvider(id, definition));
  const replacedIds = new Set(described.map(({ id }) => id));
  const providers = [...described, ...builtInProviders().filter(({ id }) => !replacedIds.has(id))];
  return {
    providers,
    recognize(content) {
      const { headers, parsed } = content;
      if (parsed.problem !== null) return plain({ title: 'Not inspected', sentence: parsed.problem });
      const values = requestValues(content);
      const provider = providers.find((provider) => provider.matches(values));
      if (provider) return { ...provider.recognize(values), provider: provider.id };
      const contentType = headerValueOf(headers, 'content-type');
      return plain(describePlainContent({ contentType, ...parsed }));
    },
  };
}

function plain({ title, sentence }: { title: string; sentence: string }): RecognizedNotification {
  return {
    provider: null,
    event: null,
    kind: null,
    title,
    sentence,
    code: null,
    verdict: 'unknown',
    differences: [],
    variant: null,
    setting: null,
    age: null,
    chat: null,
    idMessage: null,
    status: null,
    identity: null,
    meaningOf: () => '',
  };
}

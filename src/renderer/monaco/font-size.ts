/** The size of text, which the settings say: every editor has it, and the interface grows with it. */
import type { StoreApi } from 'zustand';
import type { AppStore } from '../context/app-store.ts';
import { setTextScale } from '../ui/text-scale.ts';
import { loadMonaco } from './load-monaco.ts';

/** At this size the interface is shown as it is drawn. */
const DEFAULT_SIZE = 13;

export async function followFontSize(app: StoreApi<AppStore>): Promise<void> {
  const size = () => app.getState().settings.fontSize;
  const scaleInterface = () => setTextScale(size() / DEFAULT_SIZE);
  scaleInterface();
  app.subscribe(scaleInterface);
  const { monaco } = await loadMonaco();
  const scaleEditors = () => monaco.editor.getEditors().forEach((editor) => editor.updateOptions({ fontSize: size() }));
  monaco.editor.onDidCreateEditor((editor) => editor.updateOptions({ fontSize: size() }));
  scaleEditors();
  app.subscribe(({ settings }, before) => {
    if (settings.fontSize !== before.settings.fontSize) scaleEditors();
  });
}

/** The size of text, which the settings say: every editor has it, and the interface grows with it. */
import type { StoreApi } from 'zustand';
import type { AppStore } from '../context/app-store.ts';
import { setTextScale } from '../ui/text-scale.ts';
import { whenMonacoLoads } from './load-monaco.ts';

/** At this size the interface is shown as it is drawn. */
const DEFAULT_SIZE = 13;

export function followFontSize(app: StoreApi<AppStore>): void {
  const size = () => app.getState().settings.fontSize;
  const scaleInterface = () => setTextScale(size() / DEFAULT_SIZE);
  scaleInterface();
  app.subscribe(scaleInterface);
  whenMonacoLoads(({ monaco }) => {
    const scale = (editor: ReturnType<typeof monaco.editor.getEditors>[number]) =>
      editor.updateOptions({ fontSize: size() });
    monaco.editor.onDidCreateEditor(scale);
    monaco.editor.getEditors().forEach(scale);
    app.subscribe(({ settings }, before) => {
      if (settings.fontSize !== before.settings.fontSize) monaco.editor.getEditors().forEach(scale);
    });
  });
}

/** The font size from the settings: all editors have it, and the interface scales with it. */
import type { StoreApi } from 'zustand';
import type { AppStore } from '../context/app-store.ts';
import { setTextScale } from '../ui/text-scale.ts';
import { whenMonacoLoads } from './load-monaco.ts';

/** The font size at which the interface has its designed size. */
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

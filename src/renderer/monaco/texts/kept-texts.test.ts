/** The state that the code editor keeps of the texts of open tabs; nothing of a closed tab stays. */
import { expect, test } from 'vitest';
import { createKeptTexts, type KeptTexts, type TextEditor } from './kept-texts.ts';

interface FakeModel {
  name: string;
  isDisposed: boolean;
  editor: FakeEditor | undefined;
  dispose(): void;
  isAttachedToEditor(): boolean;
}
/** As in Monaco: a view state belongs to the shown text, and disposing of a text removes it from its editor. */
interface FakeEditor extends TextEditor<FakeModel, number> {
  place: number;
}

function createModel(name: string): FakeModel {
  return {
    name,
    isDisposed: false,
    editor: undefined,
    dispose() {
      expect(this.isDisposed, `${name} is disposed of once`).toBe(false);
      this.isDisposed = true;
      this.editor = undefined;
    },
    isAttachedToEditor() {
      return this.editor !== undefined;
    },
  };
}
function createEditor(): FakeEditor {
  let shown: FakeModel | undefined;
  return {
    place: 0,
    setModel(model) {
      if (shown) shown.editor = undefined;
      shown = model;
      shown.editor = this;
      this.place = 0;
    },
    getModel: () => (shown?.isDisposed ? null : (shown ?? null)),
    saveViewState() {
      return this.place;
    },
    restoreViewState(view) {
      this.place = view;
    },
  };
}

/** @returns every created text, and a function that shows one */
function start() {
  const texts: KeptTexts<FakeModel, number> = createKeptTexts();
  const models: FakeModel[] = [];
  const create = (name: string) => () => {
    const model = createModel(name);
    models.push(model);
    return model;
  };
  const show = (editor: FakeEditor, owner: string, { part = 'body', keepsText = true } = {}) =>
    texts.show(editor, { owner, part, create: create(`${owner} ${part}`), keepsText });
  return { texts, models, show };
}

test('a text that is shown again is the same model, at the same scroll position', () => {
  const { models, show } = start();
  const editor = createEditor();
  const hideA = show(editor, 'a.yml');
  editor.place = 7;
  hideA();
  const hideB = show(editor, 'b.yml');
  expect(editor.place).toBe(0);
  hideB();
  // Another editor, because the first one was disposed of meanwhile.
  const later = createEditor();
  show(later, 'a.yml');
  expect(later.getModel()).toBe(models[0]);
  expect(later.place).toBe(7);
  expect(models.map(({ name }) => name)).toEqual(['a.yml body', 'b.yml body']);
});

test('of a read-only text only the view state is kept', () => {
  const { models, show } = start();
  const editor = createEditor();
  const hide = show(editor, 'a.yml', { keepsText: false });
  editor.place = 7;
  hide();
  expect(models[0]?.isDisposed).toBe(true);
  show(editor, 'a.yml', { keepsText: false });
  expect(models).toHaveLength(2);
  expect(editor.place).toBe(7);
});

test('the texts of closed tabs are disposed of, a visible one when its editor shows another', () => {
  const { texts, models, show } = start();
  const editor = createEditor();
  show(editor, 'hidden.yml')();
  show(editor, 'open.yml')();
  const hide = show(editor, 'shown.yml');
  texts.keepOnly(new Set(['open.yml']));
  expect(models.map(({ isDisposed }) => isDisposed)).toEqual([true, false, false]);
  hide();
  expect(models.map(({ isDisposed }) => isDisposed)).toEqual([true, false, true]);
  show(editor, 'hidden.yml');
  expect(models).toHaveLength(4);
  expect(editor.place).toBe(0);
});

test('a renamed request, or one in a renamed folder, keeps its texts; a sibling does not get them', () => {
  const { texts, models, show } = start();
  const editor = createEditor();
  show(editor, 'orders/create.yml')();
  show(editor, 'orders-old/create.yml')();
  texts.rename('orders', 'sales');
  texts.keepOnly(new Set(['sales/create.yml', 'orders-old/create.yml']));
  show(editor, 'sales/create.yml')();
  show(editor, 'orders-old/create.yml')();
  expect(models).toHaveLength(2);
});

test('a tab keeps the places of the responses that were shown last, and every text that is edited', () => {
  const { models, show } = start();
  const editor = createEditor();
  const hideScript = show(createEditor(), 'a.yml', { part: 'script' });
  show(editor, 'a.yml')();
  const showResponse = (number: number) => show(editor, 'a.yml', { part: `response ${number}`, keepsText: false });
  for (let number = 0; number < 100; number += 1) {
    const hide = showResponse(number);
    editor.place = 7;
    hide();
  }
  hideScript();
  expect(models.filter(({ isDisposed }) => !isDisposed).map(({ name }) => name)).toEqual([
    'a.yml script',
    'a.yml body',
  ]);
  const placeOf = (number: number) => {
    const hide = showResponse(number);
    const { place } = editor;
    hide();
    return place;
  };
  expect([placeOf(99), placeOf(0)]).toEqual([7, 0]);
});

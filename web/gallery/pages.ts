import type { ComponentType } from 'react';
import { ChartsPage } from './pages/charts-page.tsx';
import { ContentPage } from './pages/content-page.tsx';
import { ControlsPage } from './pages/controls-page.tsx';
import { EditorPage } from './pages/editor-page.tsx';
import { FieldsPage } from './pages/fields-page.tsx';
import { CodePage, FormErrorsPage, FormFailedPage, FormPage } from './pages/form-pages.tsx';
import { GraphsPage } from './pages/graphs-page.tsx';
import {
  DetailPage,
  TableEmptyPage,
  TableLoadingPage,
  TablePage,
  TableSelectedPage,
} from './pages/frame-pages.tsx';
import {
  ConfirmPage,
  ConflictPage,
  DialogPage,
  MenuPage,
  PalettePage,
  SecretPage,
  ToastPage,
} from './pages/overlays-pages.tsx';

/** Every component in every state, by the name in the address. */
export const pages: Readonly<Record<string, ComponentType>> = {
  controls: ControlsPage,
  fields: FieldsPage,
  content: ContentPage,
  dialog: DialogPage,
  confirm: ConfirmPage,
  secret: SecretPage,
  conflict: ConflictPage,
  toast: ToastPage,
  menu: MenuPage,
  palette: PalettePage,
  table: TablePage,
  'table-selected': TableSelectedPage,
  'table-loading': TableLoadingPage,
  'table-empty': TableEmptyPage,
  detail: DetailPage,
  form: FormPage,
  'form-errors': FormErrorsPage,
  'form-failed': FormFailedPage,
  code: CodePage,
  editor: EditorPage,
  charts: ChartsPage,
  graphs: GraphsPage,
};

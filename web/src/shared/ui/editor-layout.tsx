import type { ReactNode } from 'react';
import './editor-layout.css';

interface Props {
  title: string;
  /** A link back to the list. */
  back?: ReactNode;
  /** The state of the draft, such as "Saved". Announced when it changes. */
  status?: ReactNode;
  actions: ReactNode;
  /** Accessible names of the two panes. */
  canvasLabel: string;
  inspectorLabel: string;
  canvas: ReactNode;
  /** Without it, the canvas is alone. */
  inspector?: ReactNode;
}

/** A full-page editor: a bar with title and actions, the canvas, and an inspector beside it on wide screens. */
export function EditorLayout(props: Props) {
  const { title, back, status, actions, canvasLabel, inspectorLabel, canvas, inspector } = props;
  return (
    <div className="ui-editor">
      <header>
        {back}
        <h1>{title}</h1>
        <span className="ui-muted ui-small" role="status">
          {status}
        </span>
        <div>{actions}</div>
      </header>
      <div className="ui-editor-panes">
        <section aria-label={canvasLabel}>{canvas}</section>
        {inspector && <section aria-label={inspectorLabel}>{inspector}</section>}
      </div>
    </div>
  );
}

import { Link as RouteLink } from '@tanstack/react-router';
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { Segmented } from '@/shared/ui/segmented';
import { LinkRail } from '../preview/link-preview';
import type { FormFault } from './server-errors';

interface Props {
  host: string;
  fault: FormFault | null;
  /** Stands in the fault's place when somebody else changed the link. */
  stale?: ReactNode;
  onSubmit: (event: FormEvent) => void;
  footer: ReactNode;
  /** More for the rail, below what every link has. */
  rail?: ReactNode;
  children: ReactNode;
}

/** The form with its rail; on a phone one at a time. Command and Enter send it from anywhere inside. */
export function LinkDialogBody({ host, fault, stale, onSubmit, footer, rail, children }: Props) {
  const [face, setFace] = useState<'form' | 'preview'>('form');

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  }

  return (
    <form className="link-dialog" data-face={face} noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
      <Segmented
        className="flip"
        label="Side"
        value={face}
        options={[
          { value: 'form', label: 'Form' },
          { value: 'preview', label: 'Preview' },
        ]}
        onChange={setFace}
      />
      <div className="sides">
        <div className="form" data-scroller>
          {children}
          {fault && (fault.stale ? stale : <Fault fault={fault} />)}
        </div>
        <div className="rail">
          <LinkRail host={host} />
          {rail}
        </div>
      </div>
      <footer>{footer}</footer>
    </form>
  );
}

function Fault({ fault }: { fault: FormFault }) {
  return (
    <div className="notice bad" role="alert">
      <p>{fault.message}</p>
      {fault.limit && (
        <RouteLink to="/pricing" className="more">
          See the plans
        </RouteLink>
      )}
    </div>
  );
}

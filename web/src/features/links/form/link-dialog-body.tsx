import { type FormEvent, type ReactNode, useState } from 'react';
import { submitWithModEnter } from '@/shared/forms/form-dialog';
import { t } from '@/shared/i18n/t';
import { Segmented } from '@/shared/ui/segmented';
import { PlansLink } from '@/widgets/plans/plans-link';
import { LinkPreview } from '../preview/link-preview';
import type { SubmitError } from './server-errors';
import './link-dialog.css';

interface Props {
  host: string;
  error: SubmitError | null;
  /** Shown instead of the error when the link was changed elsewhere. */
  conflict?: ReactNode;
  onSubmit: (event: FormEvent) => void;
  footer: ReactNode;
  /** Content below the preview. */
  rail?: ReactNode;
  children: ReactNode;
}

/** The form beside its preview; on a phone one at a time. Cmd/Ctrl+Enter submits from any control. */
export function LinkDialogBody({ host, error, conflict, onSubmit, footer, rail, children }: Props) {
  const [face, setFace] = useState<'form' | 'preview'>('form');

  return (
    <form className="link-dialog" data-face={face} noValidate onSubmit={onSubmit} onKeyDown={submitWithModEnter}>
      <Segmented
        className="link-form-flip"
        label={t('View', { context: 'what is shown' })}
        value={face}
        options={[
          { value: 'form', label: t('Form') },
          { value: 'preview', label: t('Preview') },
        ]}
        onChange={setFace}
      />
      <div className="link-form-sides">
        <div className="link-form-fields" data-scroller>
          {children}
          {error && (error.conflict ? conflict : <ErrorNotice error={error} />)}
        </div>
        <div className="link-form-rail">
          <LinkPreview host={host} />
          {rail}
        </div>
      </div>
      <footer>{footer}</footer>
    </form>
  );
}

function ErrorNotice({ error }: { error: SubmitError }) {
  return (
    <div className="ui-notice ui-bad" role="alert">
      <p>{error.message}</p>
      {error.limit && <PlansLink />}
    </div>
  );
}

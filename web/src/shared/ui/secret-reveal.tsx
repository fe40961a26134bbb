import type { ReactNode } from 'react';
import { t } from '@/shared/i18n/t';
import { CopyButton } from './copy-button';
import { Input } from './field';
import './secret-reveal.css';

interface Props {
  title: string;
  /** Accessible name of the read-only input, such as "API key". */
  label: string;
  /** Names the secret in the copy button: "Copy the key". */
  what: string;
  secret: string;
  /** The secret is on the clipboard already. */
  copied?: boolean;
  onCopied?: () => void;
  children?: ReactNode;
}

/** Shows a secret that the server returns only once, with a copy button and a reminder to store it. */
export function SecretReveal({ title, label, what, secret, copied = false, onCopied, children }: Props) {
  return (
    <div className="ui-secret" role="status">
      <b>{title}</b>
      <div className="ui-joined ui-full">
        <Input readOnly aria-label={label} value={secret} onFocus={(event) => event.target.select()} />
        <CopyButton text={secret} what={what} tone="primary" onCopied={onCopied} />
      </div>
      <p className="ui-hint">
        {copied
          ? t("Save {secret}. It won't be shown again.", { secret: what.replace(/^the /, 'this ') })
          : t("Copy {secret} now. It won't be shown again.", { secret: what.replace(/^the /, 'this ') })}{' '}
        {children}
      </p>
    </div>
  );
}

import type { ComponentProps } from 'react';
import { Input } from '@/shared/ui/field';
import './handle-input.css';

type Props = ComponentProps<typeof Input> & {
  domain: string;
  /** Handles of the install's own domain begin with @, which is not part of the handle. */
  prefixed: boolean;
};

/** The input of a handle after the page's domain. */
export function HandleInput({ domain, prefixed, ...input }: Props) {
  return (
    <div className="ui-joined bio-handle">
      <span className="bio-host ui-mono" title={domain}>
        <span className="ui-truncate">{domain}</span>/{prefixed && '@'}
      </span>
      <Input {...input} className="ui-mono" autoComplete="off" autoCapitalize="none" spellCheck={false} />
    </div>
  );
}

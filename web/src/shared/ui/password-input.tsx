import { type ComponentProps, useState } from 'react';
import { t } from '@/shared/i18n/t';
import { Input } from './field';
import { Icon } from './icon';

/** A password with a button that shows and hides it. `what` names it in the button: "Show password". */
export function PasswordInput({
  what = t('password'),
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & { what?: string }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="in-field">
      <Input type={shown ? 'text' : 'password'} spellCheck={false} autoCapitalize="none" {...rest} />
      <button
        type="button"
        className="ui-peek"
        aria-label={shown ? t('Hide {what}', { what }) : t('Show {what}', { what })}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'eye-off' : 'eye'} />
      </button>
    </div>
  );
}

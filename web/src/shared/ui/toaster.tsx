import clsx from 'clsx';
import { useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { TIMING } from '@/shared/config/timing';
import { type ToastMessage, takeOver } from './toast';

function show(message: ToastMessage): void {
  const bad = message.tone === 'bad';
  sonner.custom(
    (id) => (
      <div className={clsx('toast', bad && 'bad')} role={bad ? 'alert' : 'status'} data-tone={message.tone ?? 'good'}>
        <div className="min-w-0">
          <p className="title">{message.title}</p>
          {message.text && <p className="text">{message.text}</p>}
        </div>
        {[message.more, message.action].map(
          (deed) =>
            deed && (
              <button
                key={deed.label}
                type="button"
                className="act"
                onClick={() => {
                  deed.run();
                  sonner.dismiss(id);
                }}
              >
                {deed.label}
              </button>
            ),
        )}
      </div>
    ),
    { unstyled: true },
  );
}

/** The part of the toasts that is loaded when the first one is shown. */
export function Toaster() {
  useEffect(() => takeOver(show), []);
  return (
    <Sonner
      position="bottom-right"
      duration={TIMING.toastMs}
      visibleToasts={TIMING.toastsVisible}
      mobileOffset={{ bottom: 84 }}
      containerAriaLabel="Messages"
      style={{ fontFamily: 'var(--sans)' }}
    />
  );
}

import clsx from 'clsx';
import { type FocusEvent, useEffect } from 'react';
import { Toaster as Sonner, toast as sonner } from 'sonner';
import { TIMING } from '@/shared/config/timing';
import { t } from '@/shared/i18n/t';
import { setToastRenderer, type ToastMessage } from './toast';

const durationOf = ({ action, more }: ToastMessage) => (action || more ? TIMING.toastActionMs : TIMING.toastMs);

/** The element outside the toasts that had the focus last. An action returns the focus to it. */
let focusBefore: HTMLElement | null = null;

/**
 * Sonner moves the focus back to the page when it leaves a toast, which makes the last toast a keyboard trap: Tab can
 * never pass it. Without focus events Sonner leaves the focus alone.
 */
function onFocusCapture(event: FocusEvent<HTMLElement>): void {
  const { currentTarget, relatedTarget, target } = event;
  if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget)) focusBefore = relatedTarget;
  if (!target.closest('.ui-toast')) event.stopPropagation();
}

/**
 * Shows a message, or updates the duration of a shown one. Hovering pauses all toasts. The toast has no live role of its
 * own: Sonner's container is a live region, and a second one would be announced twice.
 */
function show(message: ToastMessage, shown: { id?: string | number; duration?: number } = {}): void {
  const bad = message.tone === 'bad';
  sonner.custom(
    (id) => (
      // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only stop the timer while a button has the focus
      <div
        className={clsx('ui-toast', bad && 'ui-bad')}
        data-tone={message.tone ?? 'good'}
        onFocus={(event) => {
          event.stopPropagation();
          show(message, { id, duration: Number.POSITIVE_INFINITY });
        }}
        onBlur={() => show(message, { id })}
      >
        <div className="min-w-0">
          <p className="ui-title">{message.title}</p>
          {message.text && <p className="ui-text">{message.text}</p>}
        </div>
        {[message.more, message.action].map(
          (action) =>
            action && (
              <button
                key={action.label}
                type="button"
                className="ui-action"
                onClick={() => {
                  focusBefore?.focus({ preventScroll: true });
                  action.run();
                  sonner.dismiss(id);
                }}
              >
                {action.label}
              </button>
            ),
        )}
      </div>
    ),
    { unstyled: true, id: shown.id, duration: shown.duration ?? durationOf(message) },
  );
}

/** The part of the toasts that is loaded when the first one is shown. */
export function Toaster() {
  useEffect(() => setToastRenderer((message) => show(message)), []);
  return (
    <div onFocusCapture={onFocusCapture}>
      <Sonner
        position="bottom-right"
        // Above the footers of drawers and the bar of bulk actions, which hold the primary button.
        offset={{ bottom: 84, right: 24 }}
        duration={TIMING.toastMs}
        visibleToasts={TIMING.toastsVisible}
        mobileOffset={{ bottom: 'calc(84px + env(safe-area-inset-bottom))' }}
        containerAriaLabel={t('Messages')}
        style={{ fontFamily: 'var(--sans)' }}
      />
    </div>
  );
}

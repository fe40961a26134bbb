import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isWebAddress } from '@/entities/link/destination';
import { useCan } from '@/entities/workspace/use-can';

/** Whether the paste belongs to an input, an open dialog or an open menu. */
function hasPasteTarget(target: EventTarget | null): boolean {
  const editable =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return editable || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Opens the create dialog when a URL is pasted anywhere on the dashboard except into a field. */
export function PasteToShorten() {
  const navigate = useNavigate();
  const canWrite = useCan('links:write');
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (!canWrite || hasPasteTarget(event.target) || !isWebAddress(text)) return;
    event.preventDefault();
    void navigate({ to: '/dashboard/links', search: { new: 'link' }, state: { draftUrl: text.trim() } });
  });
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event);
    window.addEventListener('paste', listen);
    return () => window.removeEventListener('paste', listen);
  }, []);
  return null;
}

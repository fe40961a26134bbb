import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { isWebAddress } from '@/entities/link/destination';

/** Somebody is writing, or a dialog or menu has the stage: the paste is meant for that. */
function isTaken(target: EventTarget | null): boolean {
  const writes =
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
  return writes || document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;
}

/** Opens the create dialog when a web address is pasted anywhere on the dashboard but into a field. */
export function PasteToShorten() {
  const navigate = useNavigate();
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isTaken(event.target) || !isWebAddress(text)) return;
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

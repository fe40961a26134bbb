/**
 * Copies text to the clipboard and returns whether it worked. On plain http `navigator.clipboard` is missing, so a
 * hidden text area stands in; it is placed in the open dialog, if any, because a focus trap would refuse it elsewhere.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      return true;
    }
  } catch {
    // Refused by permission: the fallback may still be allowed.
  }
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  const host = focused?.closest('[role="dialog"]') ?? document.body;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;opacity:0;pointer-events:none';
  host.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    area.remove();
    focused?.focus();
  }
}

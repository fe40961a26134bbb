import { createStore, type Store } from '../lib/store';

export interface ToastMessage {
  title: string;
  text?: string;
  /** `bad` is for failures. */
  tone?: 'good' | 'bad';
  action?: { label: string; run: () => void };
  /** A link shown before the action. */
  more?: { label: string; run: () => void };
}

const waiting: ToastMessage[] = [];
const demand = createStore(false);
let deliver: ((message: ToastMessage) => void) | null = null;

/** Shows a message for four seconds, for ten if it offers an action. May be called from anywhere, also before the code that shows it is loaded. */
export function toast(message: ToastMessage): void {
  if (deliver) {
    deliver(message);
    return;
  }
  waiting.push(message);
  demand.set(true);
}

/** Registers the loaded toaster and shows the queued toasts. */
export function setToastRenderer(show: (message: ToastMessage) => void): () => void {
  deliver = show;
  for (const message of waiting.splice(0)) show(message);
  return () => {
    deliver = null;
  };
}

/** Whether any message has been shown yet. */
export const toastDemand: Store<boolean> = demand;

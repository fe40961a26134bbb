/** Runs a task when the browser is idle. Returns a function that cancels it. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(task);
  return () => cancelIdleCallback(handle);
}

/** Every duration (ms) and count that the product fixes. The only place where these numbers live. */
export const TIMING = {
  tooltipDelay: 700,
  tooltipSkip: 300,
  toastMs: 4_000,
  toastsVisible: 3,
  scrollHide: 600,
  requestMs: 10_000,
  authRequestMs: 30_000,
  ipLookupMs: 2_000,
  cacheMs: 300_000,
  staleMs: 30_000,
  retries: 3,
  retryBaseMs: 1_000,
  retryMaxMs: 30_000,
  streamRetryBaseMs: 1_000,
  streamRetryMaxMs: 30_000,
  copiedMs: 1_600,
} as const;

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, body } from '@/shared/api/client';
import { ApiError } from '@/shared/api/errors';
import { qrKeys } from './qr-code.queries';
import type { QrCode, QrLook } from './qr-code.types';
import { invalidateQrCodes } from './qr-code-mutations';

/** The maximum number of codes in one request. */
const MAX_CODES_PER_REQUEST = 100;

/** A code that was not changed, with the reason. */
export interface FailedCode {
  code: QrCode;
  error: unknown;
}

/** The result of a request for several codes. */
interface CodesOutcome {
  done: QrCode[];
  failed: FailedCode[];
}

/**
 * Gives codes a look, in batches. A code that fails does not affect the others; a request that fails counts as failed
 * for each of its codes.
 */
async function applyLook(codes: readonly QrCode[], look: QrLook): Promise<CodesOutcome> {
  const outcome: CodesOutcome = { done: [], failed: [] };
  for (let from = 0; from < codes.length; from += MAX_CODES_PER_REQUEST) {
    const batch = codes.slice(from, from + MAX_CODES_PER_REQUEST);
    try {
      const ids = batch.map(({ id }) => id);
      const { results } = await body(api.PATCH('/qr-codes/bulk', { body: { ids, look } }));
      for (const { index, status, error } of results) {
        const code = batch[index];
        if (!code) continue;
        if (error) outcome.failed.push({ code, error: new ApiError(status, error, '') });
        else outcome.done.push(code);
      }
    } catch (error) {
      outcome.failed.push(...batch.map((code) => ({ code, error })));
    }
  }
  return outcome;
}

/** Gives a look to several codes. Codes that cannot be changed are in the result. */
export function useApplyLook() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ codes, look }: { codes: readonly QrCode[]; look: QrLook }) => applyLook(codes, look),
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: qrKeys.details });
      invalidateQrCodes(queries);
    },
  });
}

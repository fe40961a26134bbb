// Package billinghook receives the webhooks of the payment provider.
package billinghook

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"

	"linnet/internal/base/fault"
	"linnet/internal/core/billing"
)

// maxBody is the maximum size of an event in bytes.
const maxBody = 1 << 20

// Handler returns the handler of POST /webhooks/stripe. parse returns the event of a
// body with a valid signature, or Unauthenticated; receive stores it, unless it is
// stored already. The handler answers 200 after the event was stored, 400 to one that is
// not authentic, and 503 when it cannot be stored, so that the provider sends it again.
func Handler(
	parse func(payload []byte, signature string) (billing.ProviderEvent, error),
	receive func(ctx context.Context, e billing.ProviderEvent) error,
	log *slog.Logger,
) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		payload, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		if err != nil {
			status := http.StatusBadRequest
			if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
				status = http.StatusRequestEntityTooLarge
			}
			http.Error(w, "cannot read the body", status)
			return
		}
		e, err := parse(payload, r.Header.Get("Stripe-Signature"))
		if err != nil {
			log.WarnContext(r.Context(), "billing event rejected", "code", string(fault.CodeOf(err)), "err", err)
			http.Error(w, "invalid event", http.StatusBadRequest)
			return
		}
		if err := receive(r.Context(), e); err != nil {
			log.ErrorContext(r.Context(), "billing event not stored", "event", e.ID, "err", err)
			http.Error(w, "try again later", http.StatusServiceUnavailable)
			return
		}
		w.WriteHeader(http.StatusOK)
	})
}

package app

import (
	"context"
	"log/slog"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"

	"linnet/internal/core/queue"
	"linnet/internal/infra/tracing"
)

// lastTraces is how long the end of the process waits for the last spans.
const lastTraces = 2 * time.Second

// traced returns a handler that runs in a span of its kind.
func traced(traces *tracing.Traces, kind string, handle queue.Handler) queue.Handler {
	tracer := traces.Tracer("linnet/internal/core/queue")
	return func(ctx context.Context, t queue.Task) error {
		ctx, span := tracer.Start(ctx, "task "+kind)
		defer span.End()
		span.SetAttributes(attribute.String("linnet.workspace", t.WorkspaceID))
		err := handle(ctx, t)
		if err != nil {
			span.SetStatus(codes.Error, "") // the sentence may name an address
		}
		return err
	}
}

// closeTraces returns a function that sends the last spans. A collector that is down is no
// reason to end with an error.
func closeTraces(traces *tracing.Traces, log *slog.Logger) func() error {
	return func() error {
		ctx, cancel := context.WithTimeout(context.Background(), lastTraces)
		defer cancel()
		if err := traces.Close(ctx); err != nil {
			log.WarnContext(ctx, "the last traces were not sent", "err", err)
		}
		return nil
	}
}

// Package tracing sends OpenTelemetry traces over OTLP. The SDK reads its settings from the
// variables of its specification (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/),
// such as OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_HEADERS and OTEL_TRACES_SAMPLER.
package tracing

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"os"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	"go.opentelemetry.io/otel/trace/noop"

	"linnet/internal/base/clock"
	"linnet/internal/base/errlog"
)

// Traces makes spans, and sends them if a collector is set.
type Traces struct {
	trace.TracerProvider
	sdk *sdk.TracerProvider // nil: spans are not sent
}

// Start returns traces that are sent to the collector of OTEL_EXPORTER_OTLP_ENDPOINT or
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, over HTTP. Without one, spans cost nothing and are not
// sent. A collector that is down delays nothing: spans that do not fit into a queue are
// dropped, and failures are logged at most once a minute.
func Start(ctx context.Context, version string, clock clock.Clock, log *slog.Logger) (*Traces, error) {
	if cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), os.Getenv("OTEL_EXPORTER_OTLP_ENDPOINT")) == "" {
		return &Traces{TracerProvider: noop.NewTracerProvider()}, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start the export of traces: %w", err)
	}
	failures := errlog.New(log, clock, "export of traces")
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { failures.Report(context.Background(), err) }))
	// Attributes of OTEL_RESOURCE_ATTRIBUTES and the name of OTEL_SERVICE_NAME come last and win.
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", "linnet"), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describe this node in traces: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	return &Traces{TracerProvider: provider, sdk: provider}, nil
}

// Close sends the spans that wait, until ctx ends.
func (t *Traces) Close(ctx context.Context) error {
	if t.sdk == nil {
		return nil
	}
	return t.sdk.Shutdown(ctx)
}

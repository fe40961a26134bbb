package tracing_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	"google.golang.org/protobuf/proto"

	"linnet/internal/base/clock"
	"linnet/internal/infra/tracing"
)

func TestStart_SendsSpansToTheCollector(t *testing.T) {
	requests := make(chan *collector.ExportTraceServiceRequest, 1)
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		sent := new(collector.ExportTraceServiceRequest)
		if err != nil || r.URL.Path != "/v1/traces" || proto.Unmarshal(body, sent) != nil {
			t.Errorf("%s %s: %v", r.Method, r.URL, err)
		}
		requests <- sent
	}))
	defer server.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", server.URL)
	t.Setenv("OTEL_RESOURCE_ATTRIBUTES", "deployment.environment.name=berlin")
	traces, err := tracing.Start(t.Context(), "v1.2.3", clock.System{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	_, span := traces.Tracer("test").Start(t.Context(), "GET /links")
	span.End()
	if err := traces.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	sent := (<-requests).GetResourceSpans()[0]
	about := map[string]string{}
	for _, a := range sent.GetResource().GetAttributes() {
		about[a.GetKey()] = a.GetValue().GetStringValue()
	}
	if about["service.name"] != "linnet" || about["service.version"] != "v1.2.3" || about["deployment.environment.name"] != "berlin" {
		t.Errorf("the node is described as %v", about)
	}
	if name := sent.GetScopeSpans()[0].GetSpans()[0].GetName(); name != "GET /links" {
		t.Errorf("the span is %q", name)
	}
}

func TestStart_WithoutACollectorSpansAreNotRecorded(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "")
	t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "")
	traces, err := tracing.Start(t.Context(), "v1", clock.System{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	var span trace.Span
	if _, span = traces.Tracer("test").Start(t.Context(), "x"); span.IsRecording() {
		t.Error("a span is recorded")
	}
	if err := traces.Close(t.Context()); err != nil {
		t.Error(err)
	}
}

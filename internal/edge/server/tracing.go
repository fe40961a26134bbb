package server

import (
	"net/http"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"linnet/internal/edge/apikit"
)

// startSpan returns the request with a span, which continues the trace of a traceparent
// header (W3C Trace Context).
func (s *Server) startSpan(r *http.Request) (*http.Request, trace.Span) {
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	ctx, span := s.tracer.Start(ctx, r.Method, trace.WithSpanKind(trace.SpanKindServer))
	return r.WithContext(ctx), span
}

// endSpan ends the span of a request with its response. As the log, it has ids and neither
// addresses nor queries. The names of attributes are OpenTelemetry's conventions.
func endSpan(span trace.Span, status int, id string, call *apikit.Call) {
	defer span.End()
	if !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.Int("http.response.status_code", status), attribute.String("linnet.request", id))
	if status >= http.StatusInternalServerError {
		span.SetStatus(codes.Error, "")
	}
	if call == nil {
		return
	}
	if call.Route.Operation != "" {
		span.SetName(call.Route.Operation)
	}
	span.SetAttributes(attribute.String("user.id", call.Actor.UserID), attribute.String("linnet.key", call.Actor.KeyID),
		attribute.String("linnet.workspace", call.Actor.WorkspaceID))
}

// traceID returns the id of the trace of a request, or "".
func traceID(r *http.Request) string {
	if s := trace.SpanContextFromContext(r.Context()); s.HasTraceID() {
		return s.TraceID().String()
	}
	return ""
}

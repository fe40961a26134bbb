package httpapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"reflect"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// Codes that only the edge knows: what goes wrong before a service is asked.
const (
	methodNotAllowed     fault.Code = "method_not_allowed"
	unsupportedMediaType fault.Code = "unsupported_media_type"
)

// coded is a code of the wire with its status.
type coded struct {
	code   fault.Code
	status int
}

// problemCodes lists every code of the wire, in the order of the document.
// This is the only place that knows codes and statuses both.
func problemCodes() []coded {
	return []coded{
		{fault.Malformed, http.StatusBadRequest},
		{fault.Unauthenticated, http.StatusUnauthorized},
		{fault.SecondFactor, http.StatusUnauthorized},
		{fault.LimitReached, http.StatusPaymentRequired},
		{fault.Forbidden, http.StatusForbidden},
		{fault.SignupClosed, http.StatusForbidden},
		{fault.NotFound, http.StatusNotFound},
		{methodNotAllowed, http.StatusMethodNotAllowed},
		{fault.Conflict, http.StatusConflict},
		{fault.Gone, http.StatusGone},
		{fault.PreconditionFailed, http.StatusPreconditionFailed},
		{fault.TooLarge, http.StatusRequestEntityTooLarge},
		{unsupportedMediaType, http.StatusUnsupportedMediaType},
		{fault.Invalid, http.StatusUnprocessableEntity},
		{fault.RateLimited, http.StatusTooManyRequests},
		{fault.Internal, http.StatusInternalServerError},
		{fault.Unavailable, http.StatusServiceUnavailable},
	}
}

// statusOf returns the status of a code; 500 for one that is not on the wire.
func statusOf(code fault.Code) int {
	for _, known := range problemCodes() {
		if known.code == code {
			return known.status
		}
	}
	return http.StatusInternalServerError
}

// codeOf returns the first code that has the status, for what the framework
// itself refuses.
func codeOf(status int) fault.Code {
	for _, known := range problemCodes() {
		if known.status == status {
			return known.code
		}
	}
	return fault.Internal
}

// errorCode is a fault.Code that is spelt out as an enum in the document.
type errorCode fault.Code

// Schema names the enum once, so that a client can switch over it.
func (errorCode) Schema(r huma.Registry) *huma.Schema {
	return named(r, "ErrorCode", func() *huma.Schema {
		s := &huma.Schema{Type: huma.TypeString, Description: "What kind of thing went wrong. Codes never change their meaning."}
		for _, known := range problemCodes() {
			s.Enum = append(s.Enum, string(known.code))
		}
		return s
	})
}

// FieldProblem is one faulty part of a request.
type FieldProblem struct {
	Field   string `json:"field" doc:"The part, in the request's own words." example:"rules[2].when"`
	Message string `json:"message" doc:"A sentence that names the way out."`
}

// Problem is what every failure looks like (RFC 9457, application/problem+json).
// It never holds a value of the request, a stack or an SQL text.
type Problem struct {
	Type    string         `json:"type" doc:"Always about:blank: code tells the kinds apart." example:"about:blank"`
	Title   string         `json:"title" doc:"The status in words."`
	Status  int            `json:"status" doc:"The HTTP status."`
	Detail  string         `json:"detail" doc:"What happened here; for a defect of the server, with the request's id."`
	Code    errorCode      `json:"code"`
	Message string         `json:"message" doc:"A sentence that a person may read."`
	Errors  []FieldProblem `json:"errors" doc:"The faulty fields; empty when no field is to blame."`

	retry time.Duration
}

// The interfaces that the framework asks an error for.
var (
	_ huma.StatusError       = (*Problem)(nil)
	_ huma.HeadersError      = (*Problem)(nil)
	_ huma.ContentTypeFilter = (*Problem)(nil)
)

// Error returns the sentence.
func (p *Problem) Error() string { return p.Message }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// ContentType returns the media type of problem documents.
func (p *Problem) ContentType(string) string { return "application/problem+json" }

// GetHeaders returns what belongs beside the document.
func (p *Problem) GetHeaders() http.Header {
	h := http.Header{}
	switch {
	case p.retry > 0:
		h.Set("Retry-After", strconv.Itoa(int(math.Ceil(p.retry.Seconds()))))
	case p.Status == http.StatusTooManyRequests || p.Status == http.StatusServiceUnavailable:
		h.Set("Retry-After", "5")
	case p.Status == http.StatusUnauthorized:
		h.Set("WWW-Authenticate", `Bearer realm="Linnet"`)
	}
	return h
}

// problemOf turns any error into its document. What is not a fault is a defect
// of ours: the caller reads only that, and where to ask about it.
func problemOf(err error, requestID string) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	var f *fault.Error
	if !errors.As(err, &f) || statusOf(f.Code) == http.StatusInternalServerError {
		f = fault.New(fault.Internal, "Something went wrong on our side. Please try again.")
	}
	status := statusOf(f.Code)
	p = &Problem{
		Type: "about:blank", Title: http.StatusText(status), Status: status,
		Detail: f.Message, Code: errorCode(f.Code), Message: f.Message,
		Errors: make([]FieldProblem, 0, len(f.Fields)), retry: f.Retry,
	}
	if status == http.StatusInternalServerError {
		p.Detail = fmt.Sprintf("%s If it happens again, tell us the request id %s.", f.Message, requestID)
	}
	for _, field := range f.Fields {
		p.Errors = append(p.Errors, FieldProblem(field))
	}
	return p
}

// problem turns an error into its document and logs what the caller is not
// told: a defect with its cause.
func (a *API) problem(ctx context.Context, err error) *Problem {
	c := callerOf(ctx)
	p := problemOf(err, c.requestID)
	a.recordRefusal(ctx, c, p)
	gone := errors.Is(err, context.Canceled) && ctx.Err() != nil // the client; nobody reads p
	if p.Status >= http.StatusInternalServerError && !gone {
		a.log.LogAttrs(ctx, slog.LevelError, "an API call failed",
			slog.String("request", c.requestID), slog.String("operation", c.operation),
			slog.String("code", string(p.Code)), slog.Any("error", err))
	}
	return p
}

// refuse answers a request that does not reach its operation.
func (a *API) refuse(w http.ResponseWriter, r *http.Request, err error) {
	p := a.problem(r.Context(), err)
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	w.Header().Set("Content-Type", p.ContentType(""))
	w.WriteHeader(p.Status)
	// The status is sent: when the client is gone there is nobody to tell.
	_ = json.NewEncoder(w).Encode(p)
}

// named puts a schema under a name of its own into the document and returns a
// reference to it.
func named(r huma.Registry, name string, build func() *huma.Schema) *huma.Schema {
	if _, ok := r.Map()[name]; !ok {
		r.Map()[name] = &huma.Schema{} // first, for schemas that hold themselves
		s := build()
		s.PrecomputeMessages()
		r.Map()[name] = s
	}
	return &huma.Schema{Ref: "#/components/schemas/" + name}
}

// ref names the schema of T in the document.
func ref[T any](r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

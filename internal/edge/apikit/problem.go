package apikit

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// Codes of requests that are rejected before a service is called.
const (
	methodNotAllowed     fault.Code = "method_not_allowed"
	unsupportedMediaType fault.Code = "unsupported_media_type"
)

// coded is an error code with its HTTP status.
type coded struct {
	code   fault.Code
	status int
}

// problemCodes lists every error code, in the order of the document. This is
// the only mapping between codes and statuses.
var problemCodes = []coded{ //nolint:gochecknoglobals // a constant table
	{fault.Malformed, http.StatusBadRequest},
	{fault.Unauthenticated, http.StatusUnauthorized},
	{fault.SecondFactor, http.StatusUnauthorized},
	{fault.LimitReached, http.StatusPaymentRequired},
	{fault.Forbidden, http.StatusForbidden},
	{fault.InsufficientScope, http.StatusForbidden},
	{fault.ReauthRequired, http.StatusForbidden},
	{fault.EmailUnverified, http.StatusForbidden},
	{fault.SSORequired, http.StatusForbidden},
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

// statusOf returns the status of a code; 500 for one that is not listed.
func statusOf(code fault.Code) int {
	for _, known := range problemCodes {
		if known.code == code {
			return known.status
		}
	}
	return http.StatusInternalServerError
}

// codeOf returns the first code that has the status, for requests that huma
// rejects.
func codeOf(status int) fault.Code {
	for _, known := range problemCodes {
		if known.status == status {
			return known.code
		}
	}
	return fault.Internal
}

// ErrorCode is a fault.Code whose values the document lists as an enum.
type ErrorCode fault.Code

// Schema is the enum, under one name, so that clients can switch over it.
func (ErrorCode) Schema(r huma.Registry) *huma.Schema {
	return NamedSchema(r, "ErrorCode", func() *huma.Schema {
		s := &huma.Schema{Type: huma.TypeString, Description: "The kind of error. Codes never change their meaning."}
		for _, known := range problemCodes {
			s.Enum = append(s.Enum, string(known.code))
		}
		return s
	})
}

// FieldProblem is one invalid field of a request.
type FieldProblem struct {
	Field   string `json:"field" doc:"The path of the field in the request." example:"rules[2].when"`
	Message string `json:"message" doc:"A sentence that says how to fix the field."`
}

// Problem is the body of every error response (RFC 9457,
// application/problem+json). It never contains a value of the request, a stack
// trace or SQL.
type Problem struct {
	Type    string         `json:"type" doc:"Always about:blank; use code to distinguish errors." example:"about:blank"`
	Title   string         `json:"title" doc:"The name of the HTTP status."`
	Status  int            `json:"status" doc:"The HTTP status."`
	Detail  string         `json:"detail" doc:"The message; with the request id if the server failed."`
	Code    ErrorCode      `json:"code"`
	Message string         `json:"message" doc:"A sentence for people."`
	Errors  []FieldProblem `json:"errors" doc:"The invalid fields; empty if the error concerns no field."`

	Quota *QuotaProblem `json:"quota,omitempty" doc:"With the code limit_reached, where the limit is one of the plan."`

	retry time.Duration
}

// QuotaProblem is a limit of the plan that was reached.
type QuotaProblem struct {
	Name  string `json:"name" doc:"The limit, as the packages name it." example:"links"`
	Used  int64  `json:"used" example:"100"`
	Limit int64  `json:"limit" example:"100"`
	URL   string `json:"url" doc:"The page on which the plan can be changed."`
}

// The interfaces by which huma recognises an error response.
var (
	_ huma.StatusError       = (*Problem)(nil)
	_ huma.HeadersError      = (*Problem)(nil)
	_ huma.ContentTypeFilter = (*Problem)(nil)
)

// Error returns the message.
func (p *Problem) Error() string { return p.Message }

// GetStatus returns the HTTP status.
func (p *Problem) GetStatus() int { return p.Status }

// problemType is the media type of problem documents.
const problemType = "application/problem+json"

// ContentType returns the media type of problem documents.
func (p *Problem) ContentType(string) string { return problemType }

// GetHeaders returns the headers of the response.
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

// problemOf converts an error to its problem document. Errors that are not
// faults are defects of the server: the document has the request id instead of
// their text.
func problemOf(err error, requestID string) *Problem {
	var p *Problem
	if errors.As(err, &p) {
		return p
	}
	var f *fault.Error
	if !errors.As(err, &f) || statusOf(f.Code) == http.StatusInternalServerError {
		f = fault.New(fault.Internal, fault.Unexpected)
	}
	status := statusOf(f.Code)
	p = &Problem{
		Type:    "about:blank",
		Title:   http.StatusText(status),
		Status:  status,
		Detail:  f.Message,
		Code:    ErrorCode(f.Code),
		Message: f.Message,
		Errors:  make([]FieldProblem, 0, len(f.Fields)),
		retry:   f.Retry,
	}
	if status == http.StatusInternalServerError {
		p.Detail = fmt.Sprintf("%s If it happens again, tell us the request id %s.", f.Message, requestID)
	}
	for _, field := range f.Fields {
		p.Errors = append(p.Errors, FieldProblem(field))
	}
	if q := f.Quota; q != nil {
		p.Quota = &QuotaProblem{Name: q.Name, Used: q.Used, Limit: q.Limit}
	}
	return p
}

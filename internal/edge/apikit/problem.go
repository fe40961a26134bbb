package apikit

import (
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
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

// ReferencePath is the path of the page that explains the API and its errors.
const ReferencePath = "/docs/api"

// ErrorKind is an error code with its HTTP status and its meaning, a sentence.
type ErrorKind struct {
	Code    fault.Code
	Status  int
	Meaning string
}

// Anchor returns the id of the kind in the reference.
func (k ErrorKind) Anchor() string { return errorAnchor(k.Code) }

func errorAnchor(code fault.Code) string { return "error-" + string(code) }

// ErrorKinds returns every error code, in the order of the document.
func ErrorKinds() []ErrorKind { return slices.Clone(errorKinds) }

// errorKinds is the only mapping between codes and statuses.
var errorKinds = []ErrorKind{ //nolint:gochecknoglobals // a constant table
	{fault.Malformed, http.StatusBadRequest, "The request cannot be read, for example because its body is not JSON."},
	{fault.Unauthenticated, http.StatusUnauthorized, "The request has no token, or one that is unknown or has expired."},
	{fault.SecondFactor, http.StatusUnauthorized, "The password is right; log in with a code of the second factor."},
	{fault.LimitReached, http.StatusPaymentRequired, "The plan or the install allows no more of this; quota names the limit of a plan."},
	{fault.Forbidden, http.StatusForbidden, "The role of the user does not permit this."},
	{fault.InsufficientScope, http.StatusForbidden, "The API key does not have the scope of the operation."},
	{fault.ReauthRequired, http.StatusForbidden, "The user must authenticate again first, see POST /me/reauthenticate."},
	{fault.EmailUnverified, http.StatusForbidden, "The user must verify their email address first."},
	{fault.SSORequired, http.StatusForbidden, "The workspace requires its single sign-on."},
	{fault.SignupClosed, http.StatusForbidden, "Sign-up needs an invitation, or is closed."},
	{fault.NotFound, http.StatusNotFound, "It does not exist, or the caller may not know of it."},
	{methodNotAllowed, http.StatusMethodNotAllowed, "The path does not have this method; Allow lists those that it has."},
	{fault.Conflict, http.StatusConflict, "It is already taken, or conflicts with something else."},
	{fault.Gone, http.StatusGone, "It existed once."},
	{fault.PreconditionFailed, http.StatusPreconditionFailed, "It has another version than If-Match expects. Read it again."},
	{fault.TooLarge, http.StatusRequestEntityTooLarge, "The request has more bytes than allowed."},
	{unsupportedMediaType, http.StatusUnsupportedMediaType, "Send the body with the Content-Type of the operation, usually application/json."},
	{fault.Invalid, http.StatusUnprocessableEntity, "The request can be read, but breaks a rule; errors names the fields."},
	{fault.RateLimited, http.StatusTooManyRequests, "Too many requests or attempts. Wait as long as Retry-After says."},
	{fault.Internal, http.StatusInternalServerError, "A defect of the server. Its log has the request id."},
	{fault.Unavailable, http.StatusServiceUnavailable, "The server cannot do this at the moment. Repeat the request after Retry-After."},
}

// statusOf returns the status of a code; 500 for one that is not listed.
func statusOf(code fault.Code) int {
	for _, known := range errorKinds {
		if known.Code == code {
			return known.Status
		}
	}
	return http.StatusInternalServerError
}

// codeOf returns the first code that has the status, for requests that huma
// rejects.
func codeOf(status int) fault.Code {
	for _, known := range errorKinds {
		if known.Status == status {
			return known.Code
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
		for _, known := range errorKinds {
			s.Enum = append(s.Enum, string(known.Code))
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
	Type    string         `json:"type" doc:"The path of the explanation of the code in the reference." example:"/docs/api#error-conflict"`
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
		Type:    ReferencePath + "#" + errorAnchor(f.Code),
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

package bitly

import (
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// problem is an error as Bitly answers it.
type problem struct {
	status      int
	message     string // its name, which clients compare
	description string
	errors      []fieldError
	code        string // with some names
}

type fieldError struct {
	Field   string `json:"field"`
	Code    string `json:"error_code"`
	Message string `json:"message"`
}

// Error implements error.
func (p *problem) Error() string { return p.description }

// Write implements compat.Failure.
func (p *problem) Write(w http.ResponseWriter, r *http.Request) {
	_ = compat.WriteJSON(w, p.status, struct {
		Message     string       `json:"message"`
		Resource    string       `json:"resource"`
		Description string       `json:"description"`
		Errors      []fieldError `json:"errors,omitempty"`
		Code        string       `json:"code,omitempty"`
	}{p.message, resourceOf(r.URL.Path), p.description, p.errors, p.code})
}

// resourceOf returns what a path is about.
func resourceOf(path string) string {
	first, rest, _ := strings.Cut(strings.TrimPrefix(path, prefix), "/")
	if slices.Contains([]string{"shorten", "expand", "custom_bitlinks"}, first) || strings.Contains(rest, "/bitlinks") {
		return "bitlinks"
	}
	return first
}

// forbidden is the problem of what a key may not do, a key that is not valid included.
const forbidden = "FORBIDDEN"

// names are Bitly's names of problems by Linnet's codes, with their status.
func names() map[fault.Code]problem {
	return map[fault.Code]problem{
		fault.Unauthenticated:   {status: http.StatusForbidden, message: forbidden},
		fault.Forbidden:         {status: http.StatusForbidden, message: forbidden},
		fault.InsufficientScope: {status: http.StatusForbidden, message: forbidden},
		fault.EmailUnverified:   {status: http.StatusForbidden, message: forbidden},
		fault.SSORequired:       {status: http.StatusForbidden, message: forbidden},
		fault.LimitReached:      {status: http.StatusPaymentRequired, message: "UPGRADE_REQUIRED"},
		fault.NotFound:          {status: http.StatusNotFound, message: "NOT_FOUND"},
		fault.Conflict:          {status: http.StatusConflict, message: "CONFLICT"},
		fault.Gone:              {status: http.StatusGone, message: "GONE"},
		fault.Malformed:         {status: http.StatusUnprocessableEntity, message: "UNPROCESSABLE_ENTITY"},
		fault.TooLarge:          {status: http.StatusUnprocessableEntity, message: "UNPROCESSABLE_ENTITY"},
		fault.RateLimited:       {status: http.StatusTooManyRequests, message: "RATE_LIMIT_EXCEEDED"},
		fault.Unavailable:       {status: http.StatusServiceUnavailable, message: "TEMPORARILY_UNAVAILABLE"},
	}
}

// writeError answers with a problem of Linnet by Bitly's name.
func writeError(w http.ResponseWriter, r *http.Request, p *apikit.Problem) {
	w.Header().Del("WWW-Authenticate") // of 401, which Bitly does not have
	out, known := names()[fault.Code(p.Code)]
	switch {
	case known:
	case fault.Code(p.Code) == fault.Invalid && len(p.Errors) > 0:
		out = problem{status: http.StatusBadRequest, message: "INVALID_ARG_" + strings.ToUpper(bitlyName(p.Errors[0].Field))}
	case fault.Code(p.Code) == fault.Invalid:
		out = names()[fault.Malformed]
	default:
		out = problem{status: p.Status, message: "INTERNAL_ERROR"}
	}
	out.description = p.Detail
	for _, field := range p.Errors {
		out.errors = append(out.errors, fieldError{bitlyName(field.Field), "invalid", field.Message})
	}
	if len(out.errors) > 0 {
		out.description = out.errors[0].Message
	}
	out.Write(w, r)
}

// bitlyName returns Bitly's name of a field.
func bitlyName(field string) string {
	field, _, _ = strings.Cut(field, "[") // of an item
	if name, ok := map[string]string{
		"url": "long_url", "alias": "keyword", "expiresAt": "expiration_at", "search": "query", "cursor": "search_after", "limit": "size",
		"start": "unit_reference", "end": "unit_reference", "host": "domain", "page": "size",
	}[field]; ok {
		return name
	}
	return field
}

// invalid is the problem of a parameter.
func invalid(field, message string) error { return fault.New(fault.Invalid, message).At(field) }

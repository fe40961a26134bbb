package dub

import (
	"net/http"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// code is a code of Dub's errors.
type code string

// The codes, each of which has one status.
const (
	badRequest    code = "bad_request"
	unauthorized  code = "unauthorized"
	forbidden     code = "forbidden"
	exceededLimit code = "exceeded_limit"
	notFound      code = "not_found"
	conflict      code = "conflict"
	unprocessable code = "unprocessable_entity"
	rateLimited   code = "rate_limit_exceeded"
	internalError code = "internal_server_error"
)

// status returns the status of a code.
func (c code) status() int {
	switch c {
	case badRequest:
		return http.StatusBadRequest
	case unauthorized:
		return http.StatusUnauthorized
	case forbidden, exceededLimit:
		return http.StatusForbidden
	case notFound:
		return http.StatusNotFound
	case conflict:
		return http.StatusConflict
	case unprocessable:
		return http.StatusUnprocessableEntity
	case rateLimited:
		return http.StatusTooManyRequests
	default:
		return http.StatusInternalServerError
	}
}

// codeOf returns the code of a fault of Linnet.
func codeOf(of fault.Code) code {
	switch of {
	case fault.Malformed, fault.TooLarge:
		return badRequest
	case fault.Unauthenticated, fault.SecondFactor:
		return unauthorized
	case fault.LimitReached:
		return exceededLimit
	case fault.Forbidden, fault.InsufficientScope, fault.ReauthRequired, fault.EmailUnverified, fault.SSORequired:
		return forbidden
	case fault.NotFound, fault.Gone:
		return notFound
	case fault.Conflict, fault.PreconditionFailed:
		return conflict
	case fault.Invalid:
		return unprocessable
	case fault.RateLimited:
		return rateLimited
	default:
		return internalError
	}
}

// writeError answers with a problem of Linnet.
func writeError(w http.ResponseWriter, _ *http.Request, p *apikit.Problem) {
	code := codeOf(fault.Code(p.Code))
	fields := make([]fault.Field, len(p.Errors))
	for i, field := range p.Errors {
		fields[i] = fault.Field(field)
	}
	_ = compat.WriteJSON(w, code.status(), map[string]any{"error": map[string]any{"code": code, "message": sentence(p.Detail, fields)}})
}

// sentence names the fields of an error, as Dub calls them, with what is wrong with each.
func sentence(detail string, fields []fault.Field) string {
	if len(fields) == 0 {
		return detail
	}
	texts := make([]string, len(fields))
	for i, field := range fields {
		if texts[i] = field.Message; field.Field != "" {
			texts[i] = dubName(field.Field) + ": " + field.Message
		}
	}
	return strings.Join(texts, " ")
}

// dubName returns Dub's name of a field.
func dubName(field string) string {
	for prefix, name := range map[string]string{"rules": "geo, ios, android or testVariants", "split": "testVariants", "tags": "tagNames"} {
		if strings.HasPrefix(field, prefix) {
			return name
		}
	}
	if name, ok := strings.CutPrefix(field, "utm."); ok && name != "ref" {
		return "utm_" + name
	}
	if name, ok := map[string]string{
		"alias": "key", "fallbackUrl": "expiredUrl", "indexable": "doIndex", "trackConversions": "trackConversion", "utm.ref": "ref",
		"preview.title": "title", "preview.description": "description", "preview.image": "image", "host": "slug", "timeZone": "timezone",
		"customerId": "customerExternalId", "dark": "fgColor", "light": "bgColor", "referrer": "referer",
	}[field]; ok {
		return name
	}
	return field
}

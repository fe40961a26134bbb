package shlink

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/edge/apikit"
)

// typePrefix begins the types of problems, which clients compare.
const typePrefix = "https://shlink.io/api/error/"

// problem is an error as Shlink answers it.
type problem struct {
	kind   string // the end of the type
	status int
	title  string
	detail string
	more   map[string]any // further members of the object
}

// Error implements error.
func (p *problem) Error() string { return p.detail }

// Write implements compat.Failure.
func (p *problem) Write(w http.ResponseWriter, _ *http.Request) {
	body := map[string]any{}
	maps.Copy(body, p.more)
	body["type"], body["title"], body["detail"], body["status"] = typePrefix+p.kind, p.title, p.detail, p.status
	_ = writeAs(w, "application/problem+json", p.status, body)
}

// writeAs answers with a status and a JSON value of a media type.
func writeAs(w http.ResponseWriter, mediaType string, status int, v any) error {
	w.Header().Set("Content-Type", mediaType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have disconnected
	return nil
}

// writeError answers with a problem of Linnet. Those without a type of Shlink have one of the same form.
func writeError(w http.ResponseWriter, r *http.Request, p *apikit.Problem) {
	out := &problem{kind: strings.ReplaceAll(string(p.Code), "_", "-"), status: p.Status, title: p.Title, detail: p.Detail}
	switch fault.Code(p.Code) {
	case fault.Unauthenticated:
		out.kind, out.title = "invalid-api-key", "Invalid API key"
	case fault.Invalid, fault.Conflict, fault.TooLarge:
		fields := make([]string, len(p.Errors))
		for i, field := range p.Errors {
			fields[i] = field.Field
		}
		out = invalidData(p.Detail, fields...)
		out.more["errors"] = p.Errors
	case fault.Malformed:
		out.kind, out.title = "malformed-request-body", "Malformed request body"
	case fault.NotFound:
		out.title = "Not found"
	case fault.InsufficientScope, fault.EmailUnverified, fault.ReauthRequired, fault.SSORequired:
		out.kind, out.title = "forbidden", "Forbidden"
	case fault.LimitReached:
		if p.Quota != nil {
			out.more = map[string]any{"quota": p.Quota}
		}
	}
	out.Write(w, r)
}

// invalidData is the problem of parameters, by the names that Linnet or Shlink has for them.
func invalidData(reason string, fields ...string) *problem {
	names := make([]string, 0, len(fields))
	for _, field := range fields {
		if name := shlinkName(field); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return &problem{
		kind: "invalid-data", status: http.StatusBadRequest, title: "Invalid data", detail: "Provided data is not valid",
		more: map[string]any{"invalidElements": names, "reason": reason},
	}
}

// shlinkName returns Shlink's name of a field.
func shlinkName(field string) string {
	switch {
	case strings.HasPrefix(field, "rules"):
		return "redirectRules"
	case strings.HasPrefix(field, "tags"):
		return "tags"
	}
	if name, ok := map[string]string{
		"url": "longUrl", "alias": "customSlug", "startsAt": "validSince", "expiresAt": "validUntil", "maxClicks": "maxVisits",
		"indexable": "crawlable", "rootUrl": "baseUrlRedirect", "notFoundUrl": "invalidShortUrlRedirect", "start": "startDate",
		"end": "endDate", "search": "searchTerm", "name": "newName", "host": "domain",
	}[field]; ok {
		return name
	}
	return field
}

// notFound is the problem of a short URL that does not exist. The host is left out if the request names none.
func notFound(code, host string) *problem {
	more := map[string]any{"shortCode": code}
	if host != "" {
		more["domain"] = host
	}
	return &problem{
		kind: "short-url-not-found", status: http.StatusNotFound, title: "Short URL not found",
		detail: "There is no short URL with the code " + code + ".", more: more,
	}
}

// taken is the problem of a slug that another short URL has, or that is reserved, with the reason.
func taken(slug, host string, reason error) *problem {
	more := map[string]any{"customSlug": slug}
	if host != "" {
		more["domain"] = host
	}
	return &problem{
		kind: "non-unique-slug", status: http.StatusBadRequest, title: "Invalid custom slug",
		detail: fault.Sentence(reason), more: more,
	}
}

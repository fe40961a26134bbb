// Package yourls answers the API of YOURLS 1.10: one address with the parameter action, which
// the clients yourls and yourls-api of npm, n8n's node and plug-ins of WordPress use. Shapes and rules are those of
// YOURLS' code; where Linnet differs, docs/compat/yourls.md says so.
package yourls

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/apikey"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

const path = "/yourls-api.php"

// api serves the actions.
type api struct{ compat.Services }

// action is a value of the parameter action.
type action struct {
	scope    access.Scope
	verified bool // rejects users whose address is not verified
	run      func(a *api, c *compat.Call) (reply, error)
}

// actions are those of YOURLS, and of plug-ins that clients call.
func actions() map[string]action {
	return map[string]action{
		"shorturl":  {access.LinksWrite, true, (*api).shorten},
		"expand":    {access.LinksRead, false, (*api).expand},
		"url-stats": {access.AnalyticsRead, false, (*api).linkStats},
		"stats":     {access.AnalyticsRead, false, (*api).stats},
		"db-stats":  {access.AnalyticsRead, false, (*api).totals},
		"version":   {access.AnyScope, false, (*api).version},
		"delete":    {access.LinksWrite, false, (*api).remove},
		"update":    {access.LinksWrite, false, (*api).update},
		"contract":  {access.LinksRead, false, (*api).contract},
	}
}

// actionOf returns the action of a request. The client yourls of npm reads the statistics of
// all links with the action of one link.
func actionOf(r *http.Request) (name string, of action, known bool) {
	name = r.FormValue("action")
	if name == "url-stats" && r.FormValue("shorturl") == "" && r.FormValue("filter") != "" {
		name = "stats"
	}
	of, known = actions()[name]
	return name, of, known
}

// New returns the API of YOURLS.
func New(s compat.Services) compat.Peer {
	a := &api{s}
	needs := func(r *http.Request) (access.Scope, bool) {
		if _, of, known := actionOf(r); known {
			return of.scope, of.verified
		}
		return access.AnyScope, false
	}
	return compat.Peer{
		API:      dropin.YOURLS,
		Prefixes: []string{path},
		Key:      credential,
		Endpoints: []compat.Endpoint{
			{Pattern: "GET " + path, Scope: access.AnyScope, Needs: needs, Serve: a.serve},
			{Pattern: "POST " + path, Scope: access.AnyScope, Needs: needs, Serve: a.serve},
		},
		Error: writeError,
	}
}

// none is the credential of a call without one, which no key has.
const none = "-"

// credential returns the API key or the proof of a call, and none where a call has neither;
// empty: it is no call.
func credential(r *http.Request) string {
	if r.Form == nil && r.Body != nil {
		r.Body = http.MaxBytesReader(nil, r.Body, apikit.MaxBody)
	}
	if r.FormValue("action") == "" && r.FormValue("signature") == "" {
		return ""
	}
	if signature := strings.TrimSpace(r.FormValue("signature")); signature != "" {
		if apikey.IsSecret(signature) {
			return signature
		}
		return apikey.Proof{Timestamp: r.FormValue("timestamp"), Signature: signature, Hash: r.FormValue("hash")}.Text()
	}
	if r.FormValue("username") != "" && r.FormValue("password") != "" {
		return r.FormValue("password")
	}
	return none
}

// callback is what jsonp may call: a name, and an index, which the client yourls-api sends.
var callback = regexp.MustCompile(`^[A-Za-z0-9_$.]+(\[\d+\])?$`)

// callbackOf returns the function of jsonp.
func callbackOf(r *http.Request) string {
	if name := r.FormValue("callback"); name != "" {
		return name
	}
	return r.FormValue("jsonp")
}

func (a *api) serve(w http.ResponseWriter, c *compat.Call) error {
	if c.FormValue("format") == "jsonp" && !callback.MatchString(callbackOf(c.Request)) {
		write(w, "json", "", reply{status: http.StatusBadRequest, body: object{{"errorCode", "400"}, {"error", "Invalid callback parameter"}}})
		return nil
	}
	name, of, known := actionOf(c.Request)
	if !known {
		return fault.New(fault.Malformed, fmt.Sprintf("Unknown action %q. Use shorturl, expand, url-stats, stats, db-stats or version.", name))
	}
	answer, err := of.run(a, c)
	if err != nil {
		return err
	}
	write(w, c.FormValue("format"), callbackOf(c.Request), answer)
	return nil
}

// writeError answers as YOURLS does: with the code of the failure where a link was to be
// created, and with a message and a number elsewhere.
func writeError(w http.ResponseWriter, r *http.Request, p *apikit.Problem) {
	status, text := p.Status, messageOf(p)
	answer := reply{simple: text}
	switch name, _, _ := actionOf(r); {
	case status == http.StatusUnauthorized || status == http.StatusForbidden:
		answer.status = http.StatusForbidden
		answer.body = object{{"message", text}, {"errorCode", "403"}, {"callback", ""}}
	case name == "shorturl":
		answer = failure(codeOf(p), text)
	case name == "expand" && status == http.StatusNotFound:
		answer.status, answer.simple = status, "not found"
		answer.body = object{{"keyword", r.FormValue("shorturl")}, {"message", text}, {"errorCode", "404"}}
	case status == http.StatusNotFound:
		answer.status, answer.body = status, object{{"statusCode", "404"}, {"message", text}}
	default:
		answer.status, answer.body = status, object{{"errorCode", fmt.Sprint(status)}, {"message", text}}
	}
	name := callbackOf(r)
	format := r.FormValue("format")
	if format == "jsonp" && !callback.MatchString(name) {
		format = "json"
	}
	write(w, format, name, answer)
}

// messageOf returns the sentence of a problem.
func messageOf(p *apikit.Problem) string {
	if len(p.Errors) == 0 {
		return p.Detail
	}
	return p.Errors[0].Message
}

// codeOf returns why no link was created.
func codeOf(p *apikit.Problem) string {
	switch {
	case p.Status == http.StatusPaymentRequired:
		return "error:limit"
	case p.Status == http.StatusTooManyRequests:
		return "error:rate"
	case p.Status == http.StatusServiceUnavailable:
		return "error:concurrency"
	case p.Status >= http.StatusInternalServerError:
		return "error:db"
	case len(p.Errors) > 0 && p.Errors[0].Field == "alias":
		return "error:keyword"
	default:
		return "error:nourl"
	}
}

// failure is the answer when no link was created.
func failure(code, text string) reply {
	status := map[string]int{
		"error:limit": http.StatusPaymentRequired, "error:rate": http.StatusTooManyRequests,
		"error:concurrency": http.StatusServiceUnavailable, "error:db": http.StatusInternalServerError,
	}[code]
	if status == 0 {
		status = http.StatusBadRequest
	}
	number := fmt.Sprint(status)
	return reply{status: status, simple: text, body: object{
		{"status", "fail"}, {"code", code}, {"message", text}, {"errorCode", number}, {"statusCode", number},
	}}
}

// Package shlink answers the REST API of Shlink 5 (versions 1 to 3 of the API), which the SDK of npm and the web
// client of Shlink use. Shapes and rules are those of Shlink's code; where Linnet differs, docs/compat/shlink.md says so.
package shlink

import (
	"net/http"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/compat"
)

const (
	prefix = "/rest/"
	// version is that of Shlink whose API this is: its web client offers what this version has.
	version = "5.1.0"
)

// api serves the endpoints.
type api struct{ compat.Services }

// New returns the API of Shlink.
func New(s compat.Services) compat.Peer {
	a := &api{s}
	p := compat.Peer{
		API:       dropin.Shlink,
		Prefixes:  []string{prefix},
		Key:       key,
		Endpoints: []compat.Endpoint{{Pattern: "GET " + prefix + "health", Serve: a.health}},
		Error:     writeError,
	}
	for _, v := range []string{"v1", "v2", "v3"} {
		for _, endpoint := range a.endpoints() {
			method, path, _ := strings.Cut(endpoint.Pattern, " ")
			endpoint.Pattern = method + " " + prefix + v + path
			p.Endpoints = append(p.Endpoints, endpoint)
		}
	}
	return p
}

// endpoints are those of one version, with paths below it.
func (a *api) endpoints() []compat.Endpoint {
	return []compat.Endpoint{
		{Pattern: "GET /health", Serve: a.health},
		{Pattern: "GET /short-urls", Scope: access.LinksRead, Serve: a.list},
		{Pattern: "POST /short-urls", Scope: access.LinksWrite, Verified: true, Serve: a.create},
		{Pattern: "GET /short-urls/shorten", Scope: access.LinksWrite, Verified: true, Serve: a.shorten},
		{Pattern: "GET /short-urls/{code...}", Scope: access.LinksRead, Needs: needsToRead, Serve: a.read},
		{Pattern: "PATCH /short-urls/{code...}", Scope: access.LinksWrite, Serve: a.edit},
		{Pattern: "POST /short-urls/{code...}", Scope: access.LinksWrite, Serve: a.setRules},
		{Pattern: "DELETE /short-urls/{code...}", Scope: access.LinksWrite, Needs: needsToDelete, Serve: a.remove},
		{Pattern: "GET /visits", Scope: access.AnalyticsRead, Serve: a.overview},
		{Pattern: "GET /visits/orphan", Scope: access.AnalyticsRead, Serve: a.orphanVisits},
		{Pattern: "DELETE /visits/orphan", Scope: access.AnalyticsWrite, Serve: a.deleteVisits},
		{Pattern: "GET /visits/non-orphan", Scope: access.AnalyticsRead, Serve: a.allVisits},
		{Pattern: "GET /tags/{tag}/visits", Scope: access.AnalyticsRead, Serve: a.tagVisits},
		{Pattern: "GET /domains/{host}/visits", Scope: access.AnalyticsRead, Serve: a.domainVisits},
		{Pattern: "GET /tags", Scope: access.LinksRead, Serve: a.tags},
		{Pattern: "GET /tags/stats", Scope: access.AnalyticsRead, Serve: a.tagStats},
		{Pattern: "PUT /tags", Scope: access.LinksWrite, Serve: a.renameTag},
		{Pattern: "DELETE /tags", Scope: access.LinksWrite, Serve: a.deleteTags},
		{Pattern: "GET /domains", Scope: access.DomainsRead, Serve: a.domains},
		{Pattern: "PATCH /domains/redirects", Scope: access.DomainsWrite, Serve: a.setRedirects},
		{Pattern: "GET /mercure-info", Scope: access.AnyScope, Serve: a.mercure},
	}
}

// key returns the key of a request. Only the endpoint that is called from the address bar has it in the query.
func key(r *http.Request) string {
	if given := strings.TrimSpace(r.Header.Get("X-Api-Key")); given != "" || !strings.HasSuffix(r.URL.Path, "/short-urls/shorten") {
		return given
	}
	return strings.TrimSpace(r.URL.Query().Get("apiKey"))
}

// The ends of the paths of what belongs to a short URL, whose code may have slashes.
const (
	visitsEnd = "/visits"
	rulesEnd  = "/redirect-rules"
)

func needsToRead(r *http.Request) (access.Scope, bool) {
	if strings.HasSuffix(r.URL.Path, visitsEnd) {
		return access.AnalyticsRead, false
	}
	return access.LinksRead, false
}

func needsToDelete(r *http.Request) (access.Scope, bool) {
	if strings.HasSuffix(r.URL.Path, visitsEnd) {
		return access.AnalyticsWrite, false
	}
	return access.LinksWrite, false
}

// part returns the code of a call, and visitsEnd or rulesEnd if the path names that part of the short URL.
func part(c *compat.Call) (code, end string) {
	code = c.PathValue("code")
	for _, end := range []string{visitsEnd, rulesEnd} {
		if before, ok := strings.CutSuffix(code, end); ok && before != "" {
			return before, end
		}
	}
	return code, ""
}

func (a *api) health(w http.ResponseWriter, c *compat.Call) error {
	status, state := http.StatusOK, "pass"
	if _, err := a.Domains.Default(c.Context()); err != nil {
		status, state = http.StatusServiceUnavailable, "fail"
	}
	return writeAs(w, "application/health+json", status, map[string]any{
		"status": state, "version": version,
		"links": map[string]string{"about": "https://shlink.io", "project": "https://github.com/shlinkio/shlink"},
	})
}

func (a *api) mercure(http.ResponseWriter, *compat.Call) error {
	return &problem{
		kind: "mercure-not-configured", status: http.StatusNotImplemented, title: "Mercure integration not configured",
		detail: "This server has no Mercure hub. Clients ask again for what is new instead.",
	}
}

// home returns the host that a call names by leaving the domain out. It is the default domain of Shlink's answers.
func (a *api) home(c *compat.Call) string {
	if c.Domain != "" {
		return c.Domain
	}
	return a.OwnHost
}

// hostOf returns the host of a parameter, in which DEFAULT and nothing name home.
func (a *api) hostOf(c *compat.Call, text string) string {
	if text = strings.TrimSpace(text); text == "" || text == "DEFAULT" {
		return a.home(c)
	}
	return text
}

// shownHost returns a host as answers have it, null for home.
func (a *api) shownHost(c *compat.Call, host string) *string {
	if host == a.home(c) {
		return nil
	}
	return &host
}

// shownTime returns a time as Shlink does, and null for none.
func shownTime(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	return new(t.UTC().Format("2006-01-02T15:04:05+00:00"))
}

// noContent is the answer to a change that has none.
func noContent(w http.ResponseWriter) error {
	w.WriteHeader(http.StatusNoContent)
	return nil
}

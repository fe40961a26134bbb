// Package bitly answers version 4 of Bitly's API, which the client bitly of npm and other clients of Bitly use. Shapes are
// those of Bitly's OpenAPI document; where Linnet differs, docs/compat/bitly.md says so.
package bitly

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"linnet/internal/core/access"
	"linnet/internal/core/domain"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

const prefix = "/v4/"

// api serves the endpoints.
type api struct{ compat.Services }

// New returns the API of Bitly.
func New(s compat.Services) compat.Peer {
	a := &api{s}
	p := compat.Peer{API: dropin.Bitly, Prefixes: []string{prefix}, Key: key, Error: writeError, Endpoints: []compat.Endpoint{
		{Pattern: "POST /shorten", Scope: access.LinksWrite, Verified: true, Serve: a.shorten},
		{Pattern: "POST /expand", Scope: access.LinksRead, Serve: a.expand},
		{Pattern: "POST /bitlinks", Scope: access.LinksWrite, Verified: true, Serve: a.create},
		{Pattern: "GET /bitlinks/{id...}", Scope: access.LinksRead, Needs: needsToRead, Serve: a.read},
		{Pattern: "PATCH /bitlinks/{id...}", Scope: access.LinksWrite, Serve: a.edit},
		{Pattern: "DELETE /bitlinks/{id...}", Scope: access.LinksWrite, Serve: a.remove},
		{Pattern: "POST /custom_bitlinks", Scope: access.LinksWrite, Serve: a.addBackHalf},
		{Pattern: "GET /groups", Scope: access.AnyScope, Serve: a.groups},
		{Pattern: "GET /groups/{group}", Scope: access.AnyScope, Serve: a.group},
		{Pattern: "GET /groups/{group}/tags", Scope: access.LinksRead, Serve: a.tags},
		{Pattern: "GET /groups/{group}/bitlinks", Scope: access.LinksRead, Serve: a.list},
		{Pattern: "PATCH /groups/{group}/bitlinks", Scope: access.LinksWrite, Serve: a.editMany},
		{Pattern: "GET /groups/{group}/bitlinks/clicks", Scope: access.AnalyticsRead, Serve: a.mostClicked},
		{Pattern: "GET /organizations", Scope: access.AnyScope, Serve: a.organizations},
		{Pattern: "GET /organizations/{organization}", Scope: access.AnyScope, Serve: a.organization},
		{Pattern: "GET /user", Scope: access.AnyScope, Serve: a.user},
		{Pattern: "GET /bsds", Scope: access.DomainsRead, Serve: a.brandedDomains},
	}}
	for _, f := range facets() {
		p.Endpoints = append(p.Endpoints, compat.Endpoint{
			Pattern: "GET /groups/{group}/" + f.name, Scope: access.AnalyticsRead,
			Serve: func(w http.ResponseWriter, c *compat.Call) error { return a.groupMetrics(w, c, f) },
		})
	}
	for i := range p.Endpoints {
		method, path, _ := strings.Cut(p.Endpoints[i].Pattern, " /")
		p.Endpoints[i].Pattern = method + " " + prefix + path
	}
	return p
}

// key returns the key of a request, which clients send with or without the scheme Bearer.
func key(r *http.Request) string {
	if token := apikit.Bearer(r); token != "" {
		return token
	}
	raw := strings.TrimSpace(r.Header.Get("Authorization"))
	if strings.ContainsRune(raw, ' ') || strings.EqualFold(raw, "Bearer") { // another scheme, or none of a key
		return ""
	}
	return raw
}

// timestamp returns a time as Bitly does.
func timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05-0700") }

// isBitlys reports whether a host is one of Bitly's own, which clients send when they name no domain.
func isBitlys(host string) bool {
	return slices.Contains([]string{"", "bit.ly", "www.bit.ly", "j.mp", "bitly.com"}, strings.ToLower(strings.TrimSpace(host)))
}

// address returns the URL of a part of the API on the host of a call.
func (a *api) address(c *compat.Call, path string) string {
	host := c.Domain
	if host == "" {
		host = a.OwnHost
	}
	return a.Scheme + "://" + host + prefix + path
}

// hosts returns the hosts of the workspace's own domains that serve links.
func (a *api) hosts(c *compat.Call) ([]string, error) {
	all, err := a.Domains.List(c.Context(), c.Actor, "")
	hosts := []string{}
	for _, d := range slices.DeleteFunc(all, func(d domain.Detail) bool { return d.IsDefault() || !d.Serves() }) {
		hosts = append(hosts, d.Host)
	}
	return hosts, err
}

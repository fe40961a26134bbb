// Package dub answers the API of Dub, which its SDKs use. Shapes and rules are those of Dub's SDK for TypeScript, which
// validates every response; where Linnet differs, docs/compat/dub.md says so.
package dub

import (
	"net/http"
	"strings"
	"time"

	"linnet/internal/base/fault"
	"linnet/internal/core/access"
	"linnet/internal/core/dropin"
	"linnet/internal/edge/apikit"
	"linnet/internal/edge/compat"
)

// prefix is that of all paths, which clients have in the URL of the server.
const prefix = "/api/dub"

// api serves the endpoints.
type api struct{ compat.Services }

// New returns the API of Dub.
func New(s compat.Services) compat.Peer {
	a := &api{s}
	endpoints := append(a.endpoints(), missing()...)
	for i := range endpoints {
		method, path, _ := strings.Cut(endpoints[i].Pattern, " ")
		endpoints[i].Pattern = method + " " + prefix + path
	}
	return compat.Peer{
		API: dropin.Dub, Prefixes: []string{prefix + "/"}, Key: apikit.Bearer, Endpoints: endpoints, Error: writeError,
	}
}

// endpoints have paths below prefix. The id of a link is the rest of the path: an external id may have slashes.
func (a *api) endpoints() []compat.Endpoint {
	return []compat.Endpoint{
		{Pattern: "POST /links", Scope: access.LinksWrite, Verified: true, Serve: a.createLink},
		{Pattern: "GET /links", Scope: access.LinksRead, Serve: a.listLinks},
		{Pattern: "GET /links/count", Scope: access.LinksRead, Serve: a.countLinks},
		{Pattern: "GET /links/info", Scope: access.LinksRead, Serve: a.linkInfo},
		{Pattern: "PUT /links/upsert", Scope: access.LinksWrite, Verified: true, Serve: a.upsertLink},
		{Pattern: "POST /links/bulk", Scope: access.LinksWrite, Verified: true, Serve: a.createLinks},
		{Pattern: "PATCH /links/bulk", Scope: access.LinksWrite, Serve: a.updateLinks},
		{Pattern: "DELETE /links/bulk", Scope: access.LinksWrite, Serve: a.deleteLinks},
		{Pattern: "GET /links/{id...}", Scope: access.LinksRead, Serve: a.getLink},
		{Pattern: "PATCH /links/{id...}", Scope: access.LinksWrite, Serve: a.updateLink},
		{Pattern: "PUT /links/{id...}", Scope: access.LinksWrite, Serve: a.updateLink},
		{Pattern: "DELETE /links/{id...}", Scope: access.LinksWrite, Serve: a.deleteLink},
		{Pattern: "GET /tags", Scope: access.LinksRead, Serve: a.listTags},
		{Pattern: "POST /tags", Scope: access.LinksWrite, Serve: a.createTag},
		{Pattern: "PATCH /tags/{id}", Scope: access.LinksWrite, Serve: a.updateTag},
		{Pattern: "DELETE /tags/{id}", Scope: access.LinksWrite, Serve: a.deleteTag},
		{Pattern: "GET /folders", Scope: access.LinksRead, Serve: a.listFolders},
		{Pattern: "POST /folders", Scope: access.LinksWrite, Serve: a.createFolder},
		{Pattern: "PATCH /folders/{id}", Scope: access.LinksWrite, Serve: a.updateFolder},
		{Pattern: "DELETE /folders/{id}", Scope: access.LinksWrite, Serve: a.deleteFolder},
		{Pattern: "GET /domains", Scope: access.DomainsRead, Serve: a.listDomains},
		{Pattern: "POST /domains", Scope: access.DomainsWrite, Verified: true, Serve: a.createDomain},
		{Pattern: "PATCH /domains/{slug}", Scope: access.DomainsWrite, Serve: a.updateDomain},
		{Pattern: "DELETE /domains/{slug}", Scope: access.DomainsWrite, Serve: a.deleteDomain},
		{Pattern: "GET /analytics", Scope: access.AnalyticsRead, Serve: a.analytics},
		{Pattern: "GET /events", Scope: access.AnalyticsRead, Serve: a.events},
		{Pattern: "GET /qr", Scope: access.QRRead, Serve: a.qrCode},
		{Pattern: "POST /track/lead", Scope: access.TrackWrite, Serve: a.trackLead},
		{Pattern: "POST /track/sale", Scope: access.TrackWrite, Serve: a.trackSale},
	}
}

// missing are endpoints of Dub for what Linnet does not have, which are not found in the shape of Dub.
func missing() []compat.Endpoint {
	endpoints := []compat.Endpoint{
		{Pattern: "GET /domains/status", Scope: access.AnyScope, Serve: absent},
		{Pattern: "POST /domains/register", Scope: access.AnyScope, Serve: absent},
	}
	for _, name := range []string{"partners", "customers", "commissions", "payouts", "bounties", "discount-codes", "tokens"} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete} {
			for _, end := range []string{"", "/{rest...}"} {
				endpoints = append(endpoints, compat.Endpoint{
					Pattern: method + " /" + name + end, Scope: access.AnyScope, Serve: absent,
				})
			}
		}
	}
	return endpoints
}

func absent(http.ResponseWriter, *compat.Call) error {
	return fault.New(fault.NotFound, "Linnet has links, tags, folders, domains, analytics, events, QR codes and conversions, and not this.")
}

// unsupported rejects a parameter that Linnet cannot follow: ignoring it would return a wrong answer.
func unsupported(field, sentence string) error { return fault.New(fault.Malformed, sentence).At(field) }

// invalid rejects the value of a field.
func invalid(field, sentence string) error { return fault.New(fault.Invalid, sentence).At(field) }

// rejectParams rejects the parameters that the query has of some that Linnet cannot follow.
func rejectParams(c *compat.Call, names ...string) error {
	for _, name := range names {
		if c.URL.Query().Get(name) != "" {
			return unsupported(name, "Linnet cannot select by this parameter. Leave it out.")
		}
	}
	return nil
}

// isTrue reports whether a parameter is on.
func isTrue(c *compat.Call, name string) bool {
	value := c.URL.Query().Get(name)
	return strings.EqualFold(value, "true") || value == "1"
}

// many returns the values of a parameter, each of which may be a list with commas.
func many(c *compat.Call, name string) []string {
	var out []string
	for _, value := range c.URL.Query()[name] {
		out = append(out, listed(value)...)
	}
	return out
}

// listed returns the parts of a text between commas.
func listed(text string) []string {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

// maxPageNumber bounds the parameter page.
const maxPageNumber = 100_000

// paging returns the page of a call: how many items are before it, and at most how many it has.
func paging(c *compat.Call, sizeName string, defaultSize, maxSize int) (offset, size int, err error) {
	page, err := c.Int("page", 1)
	if err != nil {
		return 0, 0, err
	}
	if size, err = c.Int(sizeName, defaultSize); err != nil {
		return 0, 0, err
	}
	if page < 1 || page > maxPageNumber {
		return 0, 0, invalid("page", "Pages begin with 1.")
	}
	if size < 1 || size > maxSize {
		return 0, 0, invalid(sizeName, "A page has 1 to 100 items.")
	}
	return (page - 1) * size, size, nil
}

// pageOf returns the part of a list that a call asks for.
func pageOf[T any](c *compat.Call, all []T) ([]T, error) {
	offset, size, err := paging(c, "pageSize", maxPage, maxPage)
	if err != nil {
		return nil, err
	}
	return all[min(offset, len(all)):min(offset+size, len(all))], nil
}

// timestamp returns a time as JavaScript writes it.
func timestamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// timeOrNull is timestamp, and null for no time.
func timeOrNull(at time.Time) *string {
	if at.IsZero() {
		return nil
	}
	return new(timestamp(at))
}

// deleted answers with the id of what was deleted.
func deleted(w http.ResponseWriter, name, id string) error {
	return compat.WriteJSON(w, http.StatusOK, map[string]string{name: id})
}
